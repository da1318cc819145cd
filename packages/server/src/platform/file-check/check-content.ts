import { fileTypeFromBuffer } from 'file-type'
import { refuse } from './file-refused.ts'
import { checkOffice } from './office.ts'
import { checkDrawing, checkFont, checkMp4, checkText } from './other-kinds.ts'
import { checkPdf } from './pdf.ts'
import { checkGif, checkJpeg, checkPng, checkWebp } from './pictures.ts'
import { assertOneKind } from './second-kind.ts'
import { assertNoTestVirus } from './test-virus.ts'
import { checkTiff } from './tiff.ts'

/** What the parts of one file may be unpacked to. */
const MOST_UNPACKED = 256 * 1024 * 1024
/** The same of a PDF, of which only packed objects are unpacked, and read letter by letter. */
const MOST_PACKED_OBJECTS = 64 * 1024 * 1024

/** Kinds of plain text: nothing in their first bytes distinguishes them. */
const TEXT: readonly string[] = ['text/plain', 'text/csv']

/** Kinds of which all bytes but those of other kinds within are theirs. */
const whole: Readonly<Record<string, (content: Buffer) => void>> = {
  'image/png': checkPng,
  'image/jpeg': checkJpeg,
  'image/webp': checkWebp,
  'image/gif': checkGif,
  'image/tiff': checkTiff,
  'image/vnd.dwg': checkDrawing,
  'font/ttf': checkFont,
  'font/otf': checkFont,
  'video/mp4': checkMp4,
}

/**
 * Decides on the whole of a file what it is, and refuses it where it is something else as well, or can run something.
 * @param expected the media types that it may be
 * @returns the media type
 * @throws FileRefused
 */
export async function checkContent(content: Buffer, expected: readonly string[]): Promise<string> {
  const type = await typeOf(content, expected)
  assertNoTestVirus(content)
  if (TEXT.includes(type)) checkText(content)
  else if (type === 'application/pdf') checkPdf(content, { bytes: MOST_PACKED_OBJECTS })
  else if (type.startsWith('application/')) checkOffice(content, { bytes: MOST_UNPACKED })
  else {
    whole[type]?.(content)
    assertOneKind(content)
  }
  return type
}

async function typeOf(content: Buffer, expected: readonly string[]): Promise<string> {
  const found = (await fileTypeFromBuffer(content))?.mime
  const type = found ?? expected.find((named) => TEXT.includes(named))
  if (type === undefined || !expected.includes(type)) refuse({ fault: 'kind', found })
  return type
}
