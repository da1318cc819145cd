import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

/** The EICAR test file, put together: scanners would report this source otherwise. */
export const TEST_VIRUS = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

/** A part of a PNG. */
export function pngChunk(type: string, data: Buffer | string = ''): Buffer {
  const body = Buffer.concat([Buffer.from(type), Buffer.from(data)])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length - 4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A grey PNG of one pixel. @param more chunks between its head and its pixels */
export function png(...more: Buffer[]): Buffer {
  return pngOf(1, 1, more)
}

/** A grey PNG that claims a size and has the pixels of one. */
export function pngOf(width: number, height: number, more: readonly Buffer[] = []): Buffer {
  const head = Buffer.from('00000000000000000800000000', 'hex')
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const pixels = pngChunk('IDAT', deflateSync(Buffer.alloc(2)))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', head),
    ...more,
    pixels,
    pngChunk('IEND'),
  ])
}

/** A PDF of objects in their order. @param more bytes behind them */
export function pdf(objects: readonly (string | Buffer)[] = ['<< /Type /Catalog >>'], more = ''): Buffer {
  const parts = objects.flatMap((object, index) => [`${index + 1} 0 obj\n`, object, '\nendobj\n'])
  const trailer = `trailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n${more}`
  return Buffer.concat(['%PDF-1.7\n', ...parts, trailer].map((part) => Buffer.from(part)))
}

/** A stream of a PDF with its dictionary. */
export function pdfStream(dictionary: string, data: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])
}

/** A stream with an object in it, packed. @param more of its dictionary @param place of the object behind the head */
export function packedObjects(first: string, more = '', place = 0): Buffer {
  const head = `9 ${place} `
  return pdfStream(
    `/Type /ObjStm /N 1 /First ${head.length} /Filter /FlateDecode ${more}`,
    deflateSync(Buffer.from(head + first)),
  )
}

export interface ZipOptions {
  /** Bytes before the first entry. */
  before?: string
  /** Bytes between the entries and the directory. */
  between?: string
  /** Length that the directory names for every unpacked entry. */
  claimed?: number
  isEncrypted?: boolean
}

/** A ZIP archive of entries. */
export function zip(
  entries: Readonly<Record<string, string | Buffer>>,
  { before = '', between = '', claimed, isEncrypted = false }: ZipOptions = {},
): Buffer {
  const parts: Buffer[] = [Buffer.from(before)]
  const directory: Buffer[] = []
  let at = before.length
  for (const [name, content] of Object.entries(entries)) {
    const data = Buffer.from(content)
    const packed = deflateRawSync(data)
    const facts = Buffer.alloc(22)
    facts.writeUInt16LE(isEncrypted ? 1 : 0, 0)
    facts.writeUInt16LE(8, 2)
    facts.writeUInt32LE(crc32(data), 8)
    facts.writeUInt32LE(packed.length, 12)
    facts.writeUInt32LE(claimed ?? data.length, 16)
    facts.writeUInt16LE(Buffer.byteLength(name), 20)
    const local = Buffer.concat([Buffer.from('504b03041400', 'hex'), facts, Buffer.alloc(2), Buffer.from(name), packed])
    const place = Buffer.alloc(4)
    place.writeUInt32LE(at)
    directory.push(
      Buffer.concat([Buffer.from('504b010214001400', 'hex'), facts, Buffer.alloc(12), place, Buffer.from(name)]),
    )
    parts.push(local)
    at += local.length
  }
  parts.push(Buffer.from(between))
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at + between.length, 16)
  return Buffer.concat([...parts, listed, end])
}

const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** A text document with as little as a reader takes for one. */
export function docx(more: Readonly<Record<string, string | Buffer>> = {}, options: ZipOptions = {}): Buffer {
  const types = `<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="${TYPES}"/></Types>`
  return zip({ '[Content_Types].xml': types, 'word/document.xml': '<w:document/>', ...more }, options)
}
