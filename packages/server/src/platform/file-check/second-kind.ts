import { refuse, type SecondKind } from './file-refused.ts'

/** Readers of ZIP archives look for its end in so many last bytes: it has 22, and a comment of up to 65,535 may follow. */
const ZIP_TAIL = 22 + 65_535
/** Readers of self-extracting archives look for their beginning in so many first bytes. */
const SELF_EXTRACTING = 1024 * 1024
const ZIP_END = Buffer.from('PK\u0005\u0006', 'latin1')
const PACKED = [Buffer.from('526172211a07', 'hex'), Buffer.from('377abcaf271c', 'hex')]
/** Long enough that pixels do not look like them by chance. XMP, which cameras write, does not count. */
const PAGE = /<(?:script|html|iframe|!doctype html|\?php)[\s>]|<svg\s[^<>]{0,200}(?:xmlns|on\w{1,30})\s{0,30}=/i
/** Where a comment that hides what follows from a reader of scripts begins. */
const SCRIPT_FROM = 4
const SCRIPT_TO = 16

/**
 * Refuses what other programs would take for something else, although it is whole as what it is: a page in a comment of
 * a picture, a script around its head, an archive at its end.
 */
export function assertOneKind(content: Buffer): void {
  const second = secondKindOf(content)
  if (second !== undefined) refuse({ fault: 'second_kind', second })
}

function secondKindOf(content: Buffer): SecondKind | undefined {
  const text = content.toString('latin1')
  if (isPage(text)) return 'page'
  if (isScript(content)) return 'script'
  if (/%PDF-\d/.test(text)) return 'pdf'
  return hasArchive(content) ? 'archive' : undefined
}

/** Whether there is a page in it, or a script as pages have them. @param text bytes as letters of Latin-1 */
export function isPage(text: string): boolean {
  return PAGE.test(text)
}

/** `GIF89a`, `RIFF` and the like are names to a script; with a comment behind them the rest of the head is none of its concern. */
function isScript(content: Buffer): boolean {
  const opened = content.subarray(SCRIPT_FROM, SCRIPT_TO).indexOf('/*')
  return opened >= 0 && content.indexOf('*/', SCRIPT_FROM + opened + 2) >= 0
}

/** Whether a reader of archives would find one in it. */
export function hasArchive(content: Buffer): boolean {
  const head = content.subarray(0, SELF_EXTRACTING)
  return hasZipEnd(content) || PACKED.some((sign) => head.includes(sign))
}

function hasZipEnd(content: Buffer): boolean {
  const from = Math.max(0, content.length - ZIP_TAIL)
  for (let at = content.indexOf(ZIP_END, from); at >= 0; at = content.indexOf(ZIP_END, at + 1)) {
    if (at + 22 > content.length) return true
    const isFirstDisk = content.readUInt32LE(at + 4) === 0
    if (isFirstDisk && content.readUInt16LE(at + 8) === content.readUInt16LE(at + 10)) return true
  }
  return false
}
