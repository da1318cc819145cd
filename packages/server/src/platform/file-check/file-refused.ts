/** Why a file is refused, each with words of its own. */
export type FileFault =
  /** Its ending is none of those that are taken. */
  | { fault: 'ending' }
  /** Its content is of another kind than its name says, or of none that is taken. */
  | { fault: 'kind'; found: string | undefined }
  | { fault: 'damaged' }
  /** Bytes lie before, between or behind what belongs to its structure. */
  | { fault: 'more_bytes'; bytes: number }
  /** Other programs take it for something else as well (a polyglot). */
  | { fault: 'second_kind'; second: SecondKind }
  /** It can run something: a script, a macro, a program. */
  | { fault: 'active'; what: string }
  | { fault: 'encrypted' }
  /** Parts of it are packed in a way that is not unpacked here. */
  | { fault: 'unknown_packing' }
  /** It unpacks to more than is unpacked here. */
  | { fault: 'unpacks_too_far' }
  /** Names in an archive lead out of it. */
  | { fault: 'entry_name' }
  | { fault: 'text' }
  | { fault: 'test_virus' }
  | { fault: 'virus'; name: string }
  /** The check took too long, or too much memory. */
  | { fault: 'too_complex' }
  /** Others are checked at the moment. */
  | { fault: 'busy' }
  | { fault: 'scanner_away' }

export type SecondKind = 'page' | 'script' | 'pdf' | 'archive'

/** A file that must not be stored. */
export class FileRefused extends Error {
  readonly reason: FileFault

  constructor(reason: FileFault) {
    super(`The file is refused: ${reason.fault}`)
    this.reason = reason
  }
}

export function refuse(reason: FileFault): never {
  throw new FileRefused(reason)
}

/** @throws FileRefused `damaged` where the condition does not hold */
export function assertWhole(condition: boolean): asserts condition {
  if (!condition) refuse({ fault: 'damaged' })
}

/** @param end where the structure of the file ends */
export function assertNothingBehind(content: Buffer, end: number): void {
  assertWhole(end <= content.length)
  if (end < content.length) refuse({ fault: 'more_bytes', bytes: content.length - end })
}
