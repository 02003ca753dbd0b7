/** The server's tests, one at a time as a rule, with the switches of conditions beside them. */
import config from '../../vitest.config.ts';

const project = config.test?.projects?.find(
  (one) => typeof one === 'object' && 'test' in one && one.test?.name === 'server',
);
if (typeof project !== 'object' || !('test' in project)) throw new Error('The server has no tests.');

export default {
  test: {
    projects: [{ ...project, test: { ...project.test, setupFiles: ['tools/mutate-conditions/switches.ts'] } }],
  },
};
