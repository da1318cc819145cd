import { assertNothingBehind, assertWhole, refuse } from './file-refused.ts'

const PADDING = 3
/** The smallest drawing has its head, its sections and their directory. */
const SMALLEST_DRAWING = 256

/** The tables of a font; nothing but padding lies behind the last one. */
export function checkFont(content: Buffer): void {
  assertWhole(content.length >= 12)
  const tables = content.readUInt16BE(4)
  let end = 12 + tables * 16
  assertWhole(tables > 0 && end <= content.length)
  for (let at = 12; at < 12 + tables * 16; at += 16) {
    end = Math.max(end, content.readUInt32BE(at + 8) + content.readUInt32BE(at + 12))
  }
  assertWhole(end <= content.length)
  if (content.length - end > PADDING) assertNothingBehind(content, end)
}

/** Boxes one behind the other from the first byte to the last. */
export function checkMp4(content: Buffer): void {
  const types = new Set<string>()
  let at = 0
  while (at < content.length) {
    assertWhole(at + 8 <= content.length)
    const type = content.toString('latin1', at + 4, at + 8)
    const length = boxLength(content, at)
    if (!/^[\w© -]{4}$/.test(type)) refuse({ fault: 'more_bytes', bytes: content.length - at })
    assertWhole(length >= 8 && (at > 0 || type === 'ftyp'))
    types.add(type)
    at += length
  }
  assertWhole(at === content.length && types.has('moov'))
}

function boxLength(content: Buffer, at: number): number {
  const length = content.readUInt32BE(at)
  if (length === 0) return content.length - at
  if (length > 1) return length
  assertWhole(at + 16 <= content.length)
  return Number(content.readBigUInt64BE(at + 8))
}

/** Its sections are nobody's but its maker's: the version and the size are what can be looked at. */
export function checkDrawing(content: Buffer): void {
  assertWhole(content.length >= SMALLEST_DRAWING && /^AC10\d\d\0/.test(content.toString('latin1', 0, 7)))
}

/** What browsers and shells take for a page or a program whatever it is called. */
const NO_TEXT =
  /^\s*(?:<!--|<\?xml|<!doctype|<[a-z][a-z0-9]*[\s/>]|#!|%!PS|%PDF-|\{\\rtf)|<(?:script|iframe|object|embed|html)[\s/>]|<\?php|<%@/i

/** UTF-8 without control signs other than those of lines and tabs, and neither a page nor a script. */
export function checkText(content: Buffer): void {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(content)
  } catch {
    refuse({ fault: 'text' })
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  if (/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(text)) refuse({ fault: 'text' })
  if (NO_TEXT.test(text)) refuse({ fault: 'second_kind', second: 'page' })
}
