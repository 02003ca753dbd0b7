/**
 * The catalogue of client tools: what there is, for which systems. It is part of the console, so no call asks for it
 * what a platform offers of it stands in the page that loads the console. Loads no schemas.
 */

/** Under which path the files are, as `{folder}/{name}`. */
export const MANAGEMENT_FILES = '/account/management-files';
/** The id of the element of the page that holds what the platform offers. */
export const OFFER_ELEMENT = 'client-tools';

/**
 * Whether a file may be had: it is there and is what its catalogue says; it is not there; it is not what its catalogue
 * says, and therefore is not given out; nobody has looked yet.
 */
export type FileState = 'offered' | 'missing' | 'differs' | 'unchecked';

export type ToolFile = {
  folder: string;
  name: string;
  /** Tells the files of one version apart: a system, a kind of package. */
  label: string;
  /** Null for a file of every version. */
  version: string | null;
  sha1: string | null;
  sha256: string | null;
  /** In bytes; null where it is not known. */
  size: number | null;
  state: FileState;
};

/** An entry of the catalogue. */
export type ClientTool = {
  id: string;
  /** Null for the tools below, whose names and descriptions are texts of the console. */
  name: string | null;
  short_description: string | null;
  os: readonly string[];
  arch: string;
  /** Where more is said about it; null for nowhere. */
  link: string | null;
  /** The newest first. */
  versions: readonly string[];
  files: readonly ToolFile[];
  hideVersion: boolean;
  isSensorCard: boolean;
  isAgentCard: boolean;
  /** An assistant on people's computers, for which the platform may demand a version. */
  isAssistant: boolean;
};

type Spec = Partial<ClientTool> & { os: readonly string[] };
const tool = <Id extends string>(id: Id, spec: Spec) => ({
  name: null,
  short_description: null,
  arch: 'x64',
  link: null,
  versions: [] as readonly string[],
  files: [] as readonly ToolFile[],
  hideVersion: false,
  isSensorCard: false,
  isAgentCard: false,
  isAssistant: false,
  ...spec,
  id,
});

/** A file of which the platform's own catalogue has to say the sums before anybody gets it. */
const file = (folder: string, name: string, label: string, version: string | null): ToolFile => ({
  folder,
  name,
  label,
  version,
  sha1: null,
  sha256: null,
  size: null,
  state: 'missing',
});

const perVersion = (versions: readonly string[], of: (version: string) => readonly ToolFile[]) => ({
  versions,
  files: versions.flatMap(of),
});

/** The address of this platform stands here in the name under which somebody gets the file. */
const HOST_PLACE = '{ip}';

/** The tools that there are, and the assistant of this repository before them. */
export const CLIENT_TOOLS = [
  tool('signet-assistant', { os: ['Windows', 'macOS', 'Linux'], arch: 'x64, arm64', isAssistant: true }),
  tool('desktop-client-windows', {
    os: ['Windows'],
    isAssistant: true,
    ...perVersion(['3.3.1', '3.3.0'], (version) => [
      file('desktop-client', `desktop-client-windows-${version}.msi`, 'Windows', version),
    ]),
  }),
  tool('desktop-client-mac', {
    os: ['macOS'],
    arch: 'x64, arm64',
    isAssistant: true,
    ...perVersion(['3.3.1', '3.3.0'], (version) => [
      file('desktop-client', `desktop-client-mac-${version}.dmg`, 'macOS', version),
    ]),
  }),
  tool('automation-windows', {
    os: ['Windows'],
    hideVersion: true,
    files: [file('automation', `automation-installer-${HOST_PLACE}.exe`, 'Windows', null)],
  }),
  tool('trust-assistant', {
    os: ['Windows', 'macOS'],
    isAssistant: true,
    ...perVersion(['1.2.6'], (version) => [
      file('trust-assistant', `trust-assistant-windows-${version}.exe`, 'Windows', version),
      file('trust-assistant', `trust-assistant-mac-${version}.dmg`, 'macOS', version),
    ]),
  }),
  tool('sensor', {
    os: ['Docker', 'Linux', 'Windows'],
    isSensorCard: true,
    ...perVersion(['3.8.58'], (version) => [
      file('sensor', `sensor-docker-${version}.tar.gz`, 'Docker', version),
      file('sensor', `sensor-linux-${version}.tar.gz`, 'Linux', version),
      file('sensor', `sensor-windows-${version}.zip`, 'Windows', version),
    ]),
  }),
  tool('agent', {
    os: ['Windows', 'Linux'],
    isAgentCard: true,
    ...perVersion(['3.0.6'], (version) => [
      file('agent', `agent-windows-${version}.zip`, 'Windows', version),
      file('agent', `agent-linux-${version}.tar.gz`, 'Linux', version),
    ]),
  }),
  tool('ca-service', {
    os: ['Linux'],
    ...perVersion(['10'], (version) => [file('ca-service', `ca-service-bundle-${version}.tar.gz`, 'Linux', version)]),
  }),
] as const satisfies readonly ClientTool[];

/** A tool of this catalogue, which has its words in the console. */
export type KnownTool = (typeof CLIENT_TOOLS)[number]['id'];
export const isKnownTool = (id: string): id is KnownTool => CLIENT_TOOLS.some((one) => one.id === id);

/** The name under which a file is had: with the host of the platform, whose colons no file name may have. */
export const fillHost = (name: string, host: string): string =>
  name.replaceAll(HOST_PLACE, host.replaceAll(/[[\]]/g, '').replaceAll(':', '-'));

export const addressOfFile = ({ folder, name }: Pick<ToolFile, 'folder' | 'name'>): string =>
  `${MANAGEMENT_FILES}/${encodeURIComponent(folder)}/${encodeURIComponent(name)}`;

/** The catalogue with what a platform says of its tools in place of what is known of them here; its own come last. */
export function withOffer(offer: readonly ClientTool[]): ClientTool[] {
  const known = CLIENT_TOOLS.map((one) => offer.find(({ id }) => id === one.id) ?? one);
  return [...known, ...offer.filter(({ id }) => !isKnownTool(id))];
}

/** The files of a version that may be had, or why not. */
export const filesOf = ({ files }: ClientTool, version: string | null): ToolFile[] =>
  files.filter((one) => one.version === null || one.version === version);

/** True when something of it may be had, or should be and is wrong: all else is not offered on this platform. */
export const isOffered = ({ files }: ClientTool): boolean =>
  files.some(({ state, sha256 }) => state === 'offered' || sha256 !== null);
