/**
 * The fingerprint of keys that a widespread library made badly (CVE-2017-15361; Nemec and others, "The Return of
 * Coppersmith's Attack", CCS 2017, section 3): modulo small primes such a modulus is always a power of 65537.
 */
const GENERATOR = 65_537;
/** The odd primes below 168 modulo which the powers of 65537 are not all numbers: the others tell nothing. */
const PRIMES = [11, 13, 17, 19, 37, 53, 61, 71, 73, 79, 97, 103, 107, 109, 127, 151, 157];

const POWERS = PRIMES.map((prime) => {
  const powers = new Set<number>();
  for (let power = 1; !powers.has(power); power = (power * GENERATOR) % prime) powers.add(power);
  return { prime: BigInt(prime), powers };
});

/** Whether an RSA modulus has the fingerprint; of good keys one in 240 million has it by chance. */
export const isRocaKey = (modulus: bigint): boolean =>
  POWERS.every(({ prime, powers }) => powers.has(Number(modulus % prime)));
