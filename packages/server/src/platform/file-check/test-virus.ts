import { refuse } from './file-refused.ts'

/** The EICAR test file, in two parts: scanners would report this source otherwise. */
const TEST_VIRUS = Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''))

/** Refuses the file by which people try out whether viruses are looked for. It says nothing about other ones. */
export function assertNoTestVirus(content: Buffer): void {
  if (content.includes(TEST_VIRUS)) refuse({ fault: 'test_virus' })
}
