import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { TypstCompiler } from '../../src/documents/render/typst-compiler.ts'
import { checkContent } from '../../src/platform/file-check/check-content.ts'
import type { FileFault } from '../../src/platform/file-check/file-refused.ts'
import { checkPdf } from '../../src/platform/file-check/pdf.ts'
import { docx, packedObjects, pdf, pdfStream, png, pngChunk, TEST_VIRUS, zip } from '../support/crafted-files.ts'

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const ODT = 'application/vnd.oasis.opendocument.text'
const PDF = 'application/pdf'

const HTML = '<!DOCTYPE html><html><body><script>alert(1)</script></body></html>'
const picture = (format: 'jpeg' | 'webp' | 'gif' | 'tiff' | 'png') =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } }).toFormat(format)

async function faultOf(content: Buffer, type: string): Promise<FileFault | undefined> {
  return await checkContent(content, [type]).then(
    () => undefined,
    (error: { reason?: FileFault }) => error.reason ?? Promise.reject(error),
  )
}

const withTail = async (content: Buffer | Promise<Buffer>, tail: string | Buffer) =>
  Buffer.concat([await content, Buffer.from(tail)])

async function typstPdf(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'packhouse-typst-'))
  try {
    const source =
      '#set document(title: "Offer")\n= Offer /JavaScript\n#link("https://example.com")[here] #table([a], [b])'
    const task = { sources: { 'main.typ': source }, data: '{}', madeAt: 0, taggedPages: 10, pages: 10 }
    const answer = new TypstCompiler(folder).render(task)
    if (!('document' in answer)) throw new Error(JSON.stringify(answer))
    return Buffer.from(answer.document.pdf)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Packed objects behind a table of their numbers and places. */
const packed = (table: string, objects: string) =>
  pdfStream(`/Type /ObjStm /First ${table.length} /Filter /FlateDecode`, deflateSync(table + objects))

/** Every entry of its directory has the rest of the file as the places of its pixels. */
function repeatedTiff(): Buffer {
  const entries = 20
  const content = Buffer.alloc(9_000)
  content.write('II')
  content.writeUInt16LE(42, 2)
  content.writeUInt32LE(8, 4)
  content.writeUInt16LE(entries, 8)
  for (let at = 10; at < 10 + entries * 12; at += 12) {
    content.writeUInt16LE(273, at)
    content.writeUInt16LE(4, at + 2)
    content.writeUInt32LE(2_000, at + 4)
    content.writeUInt32LE(1_000, at + 8)
  }
  return content
}

const fontFile = async () =>
  await readFile(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'))

const box = (type: string, data = Buffer.alloc(4)) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length + 8)
  head.write(type, 4)
  return Buffer.concat([head, data])
}
const mp4 = Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isom')), box('moov'), box('mdat', Buffer.alloc(99, 7))])
const dwg = Buffer.concat([Buffer.from('AC1032\0'), Buffer.alloc(500, 3)])
const odt = () => zip({ mimetype: ODT, 'content.xml': '<office:document-content/>' })

describe('ordinary files are taken:', () => {
  test.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['a PNG', 'image/png', () => picture('png').toBuffer()],
    ['a PNG with a text', 'image/png', () => png(pngChunk('tEXt', 'Comment\0drawn by hand'))],
    ['a JPEG', 'image/jpeg', () => picture('jpeg').toBuffer()],
    ['a progressive JPEG', 'image/jpeg', () => picture('jpeg').jpeg({ progressive: true }).toBuffer()],
    [
      'a JPEG of a camera',
      'image/jpeg',
      () =>
        picture('jpeg')
          .withExif({ IFD0: { Copyright: 'us' } })
          .toBuffer(),
    ],
    [
      'a JPEG with a preview behind it',
      'image/jpeg',
      async () =>
        await withTail(picture('jpeg').toBuffer(), Buffer.concat([Buffer.alloc(6), await picture('jpeg').toBuffer()])),
    ],
    ['a WebP', 'image/webp', () => picture('webp').toBuffer()],
    [
      'a lossless WebP with XMP',
      'image/webp',
      () => picture('webp').webp({ lossless: true }).withXmp('<x:xmpmeta/>').toBuffer(),
    ],
    ['a GIF', 'image/gif', () => picture('gif').toBuffer()],
    ['a TIFF', 'image/tiff', () => picture('tiff').toBuffer()],
    ['a font', 'font/ttf', fontFile],
    ['a film', 'video/mp4', () => mp4],
    ['a drawing', 'image/vnd.dwg', () => dwg],
    ['a document of our own', PDF, typstPdf],
    ['a PDF', PDF, () => pdf()],
    ['a PDF with white space behind it', PDF, () => pdf(undefined, '\r\n \n\0')],
    [
      'a PDF with a change behind it',
      PDF,
      () => pdf(undefined, '2 0 obj\n<< /A 1 >>\nendobj\ntrailer\n<< /Prev 9 >>\n%%EOF\r\n'),
    ],
    ['a PDF that opens at a page', PDF, () => pdf(['<< /Type /Catalog /OpenAction [3 0 R /Fit] >>'])],
    ['a PDF about scripts', PDF, () => pdf(['<< /Title (How /JavaScript \\(and /Launch\\) works % ) >>'])],
    ['a PDF with packed objects', PDF, () => pdf([packedObjects('<< /Title (Machine) >>')])],
    ['a PDF with packed pixels', PDF, () => pdf([pdfStream('/Filter /FlateDecode', deflateSync(Buffer.alloc(9)))])],
    ['a text document', DOCX, () => docx()],
    [
      'a letter by a template of the computer',
      DOCX,
      () => docx({ 'word/_rels/settings.xml.rels': relation('attachedTemplate', 'file:///C:/Templates/Letter.dotm') }),
    ],
    ['a workbook', XLSX, async () => Buffer.from(await writeXlsx({ sheets: [{ name: 'A', rows: [['a', 1]] }] }))],
    [
      'a document with a workbook in it',
      DOCX,
      () => docx({ 'word/embeddings/chart.xlsx': zip({ 'xl/workbook.xml': '<a/>' }) }),
    ],
    ['a text of OpenDocument', ODT, odt],
    ['a table', 'text/csv', () => Buffer.from('\ufeffcode;name\nA<B;Größe > 5\n')],
    ['a text', 'text/plain', () => Buffer.from('Torque < 5 Nm, see <manual>.\t\n')],
  ])('%s', async (_, type, content) => {
    expect(await faultOf(await content(), type)).toBeUndefined()
  })
})

describe('refused is what is more than one thing:', () => {
  const scriptedGif = () => {
    // 0x2a2f is its width, which a script reads as the beginning of a comment.
    const head = Buffer.from('GIF89a/*\x01\0\x80\0\0', 'latin1')
    const comment = Buffer.from('*/=1;alert(1)//')
    const pixels = Buffer.from('2c00000000010001000002024401003b', 'hex')
    return Buffer.concat([
      head,
      Buffer.alloc(6),
      Buffer.from([0x21, 0xfe, comment.length]),
      comment,
      Buffer.alloc(1),
      pixels,
    ])
  }
  const commented = async (text: string) => {
    const jpeg = await picture('jpeg').toBuffer()
    const length = Buffer.alloc(2)
    length.writeUInt16BE(text.length + 2)
    return Buffer.concat([jpeg.subarray(0, 2), Buffer.from('fffe', 'hex'), length, Buffer.from(text), jpeg.subarray(2)])
  }
  const archive = zip({ 'a.txt': 'a' })
  const webpWith = async (data: string) => {
    const webp = await picture('webp').toBuffer()
    const length = Buffer.alloc(4)
    length.writeUInt32LE(data.length)
    const whole = Buffer.concat([webp, Buffer.from('XTRA'), length, Buffer.from(data), Buffer.alloc(data.length % 2)])
    whole.writeUInt32LE(whole.length - 8, 4)
    return whole
  }

  test.each<[string, string, FileFault['fault'], () => Buffer | Promise<Buffer>]>([
    ['GIF and script', 'image/gif', 'second_kind', scriptedGif],
    ['GIF and page', 'image/gif', 'more_bytes', () => withTail(picture('gif').toBuffer(), HTML)],
    ['PNG and archive', 'image/png', 'more_bytes', () => withTail(png(), archive)],
    ['PNG with an archive in a chunk', 'image/png', 'second_kind', () => png(pngChunk('zIPx', archive))],
    ['PNG with PHP in a text', 'image/png', 'second_kind', () => png(pngChunk('tEXt', 'a\0<?php system($_GET[1]) ?>'))],
    ['PNG with a wrong checksum', 'image/png', 'damaged', () => Buffer.from(png()).fill(1, 29, 33)],
    ['PNG without pixels', 'image/png', 'damaged', () => Buffer.concat([png().subarray(0, 33), pngChunk('IEND')])],
    ['JPEG and PHP', 'image/jpeg', 'more_bytes', () => withTail(picture('jpeg').toBuffer(), '<?php echo 1 ?>')],
    ['JPEG with a page in a comment', 'image/jpeg', 'second_kind', () => commented(HTML)],
    ['JPEG with a PDF in a comment', 'image/jpeg', 'second_kind', () => commented('%PDF-1.4\n1 0 obj\n<<>>\nendobj')],
    ['JPEG and PDF', PDF, 'kind', () => commented('%PDF-1.4\n1 0 obj\n<<>>\nendobj')],
    ['JPEG that is cut off', 'image/jpeg', 'damaged', async () => (await picture('jpeg').toBuffer()).subarray(0, -20)],
    ['WebP and page', 'image/webp', 'more_bytes', () => withTail(picture('webp').toBuffer(), HTML)],
    ['WebP with a page in a chunk', 'image/webp', 'second_kind', () => webpWith(HTML)],
    ['WebP and RAR', 'image/webp', 'second_kind', () => webpWith('Rar!\x1a\x07\x01')],
    ['TIFF and page', 'image/tiff', 'more_bytes', () => withTail(picture('tiff').toBuffer(), HTML)],
    ['font and archive', 'font/ttf', 'more_bytes', () => withTail(fontFile(), archive)],
    ['film and archive', 'video/mp4', 'more_bytes', () => withTail(mp4, archive)],
    ['drawing and archive', 'image/vnd.dwg', 'second_kind', () => withTail(dwg, archive)],
    ['PDF and archive', PDF, 'more_bytes', () => withTail(pdf(), archive)],
    ['PDF with an archive within', PDF, 'second_kind', () => pdf([pdfStream('', archive)])],
    [
      'PDF with a page before its objects',
      PDF,
      'second_kind',
      () => Buffer.from(`%PDF-1.4\n${HTML}\n${pdf().toString()}`),
    ],
    ['PDF behind something', PDF, 'kind', () => withTail(Buffer.from('GARBAGE\n'), pdf())],
    [
      'SVG with a script',
      'image/png',
      'kind',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ],
    ['document and what is before it', DOCX, 'kind', () => withTail(Buffer.from(HTML), docx())],
    ['document with a gap', DOCX, 'more_bytes', () => docx({}, { between: HTML })],
    ['document and what is behind it', DOCX, 'more_bytes', () => withTail(docx(), HTML)],
    ['text and page', 'text/plain', 'second_kind', () => Buffer.from(`\n ${HTML}`)],
    ['text with a script', 'text/csv', 'second_kind', () => Buffer.from('a;b\n<script>alert(1)</script>;2')],
    ['text and shell script', 'text/plain', 'second_kind', () => Buffer.from('#!/bin/sh\nrm -r x')],
    ['text that is none', 'text/plain', 'text', () => Buffer.from('a\0b')],
    ['text in another encoding', 'text/plain', 'text', () => Buffer.from('Größe', 'latin1')],
  ])('%s', async (_, type, fault, content) => {
    expect(await faultOf(await content(), type)).toMatchObject({ fault })
  })
})

describe('refused is what can run something or hides its content:', () => {
  const script = '<< /S /JavaScript /JS (app.alert(1)) >>'

  test.each<[string, string, Partial<FileFault>, () => Buffer | Promise<Buffer>]>([
    ['a script', PDF, { what: 'script' }, () => pdf([`<< /OpenAction ${script} >>`])],
    ['a script by another spelling', PDF, { what: 'script' }, () => pdf(['<< /S /J#61va#53cript /JS (1) >>'])],
    ['a script in packed objects', PDF, { what: 'script' }, () => pdf(['<< /Type /Catalog >>', packedObjects(script)])],
    ['a script in a text of packed objects', PDF, { what: 'script' }, () => pdf([packedObjects(`(${script})`, '', 1)])],
    ['a script in an object within a text', PDF, { what: 'script' }, () => pdf([`(7 0 obj ${script} endobj)`])],
    [
      'a script in an object within a stream',
      PDF,
      { what: 'script' },
      () => pdf([pdfStream('', Buffer.from(`7 0%\nobj ${script}`))]),
    ],
    ['a script behind a change', PDF, { what: 'script' }, () => pdf(undefined, `4 0 obj ${script} endobj\n%%EOF`)],
    // Readers pass over the word, the sign and the beginning, and go on with the dictionary.
    [
      'a script behind the word stream',
      PDF,
      { what: 'script' },
      () => pdf(['<< /A stream\n/S /JavaScript /JS (1) >>']),
    ],
    ['a script behind digits with a bracket', PDF, { what: 'script' }, () => pdf(['<< /A <41(> /S /JavaScript >>'])],
    [
      'a script behind digits with a beginning',
      PDF,
      { what: 'script' },
      () => pdf(['<< /A <obj (> /S /JavaScript >>']),
    ],
    ['a script behind a text with a beginning', PDF, { what: 'script' }, () => pdf([`<< /A (obj % ) /B ${script} >>`])],
    [
      'a script in packed objects behind a text with the place of one',
      PDF,
      { what: 'script' },
      () => pdf([packed('8 0 9 2 7 9 ', `((<< /A (Q % ) ${script} >>`)]),
    ],
    [
      'a script behind the place that a text names',
      PDF,
      { what: 'script' },
      () => pdf([pdfStream('/A (/First 2) /Fir#73t 10 /Filter /FlateDecode', deflateSync(`8 0 9 2   ( ${script}`))]),
    ],
    [
      'a script in objects that are not packed, behind the word of their end',
      PDF,
      { what: 'script' },
      () => pdf([pdfStream('/Type /ObjStm /First 4', Buffer.from(`9 0 (endstream) ${script}`))]),
    ],
    [
      'objects that are packed twice',
      PDF,
      { fault: 'unknown_packing' },
      () => {
        const twice = deflateSync(deflateSync(`9 0 ${script}`))
        return pdf([pdfStream('/Type /ObjStm /First 4 /Filter [/FlateDecode /FlateDecode]', twice)])
      },
    ],
    [
      'packing that another object names',
      PDF,
      { fault: 'unknown_packing' },
      () => pdf([packedObjects('1', '/Filter 7 0 R /A /FlateDecode')]),
    ],
    [
      'packing with parameters that another object names',
      PDF,
      { fault: 'unknown_packing' },
      () => pdf([packedObjects('1', '/DecodeParms 7 0 R')]),
    ],
    ['many beginnings in texts', PDF, { fault: 'too_complex' }, () => pdf(['(obj '.repeat(1_000)])],
    ['a picture that is read again and again', 'image/tiff', { fault: 'too_complex' }, repeatedTiff],
    ['a program', PDF, { what: 'launch' }, () => pdf(['<< /A << /S /Launch /F (cmd.exe) >> >>'])],
    ['a file', PDF, { what: 'attachment' }, () => pdf(['<< /Names << /EmbeddedFiles 3 0 R >> >>'])],
    ['media', PDF, { what: 'media' }, () => pdf(['<< /Subtype /RichMedia >>'])],
    ['a form of XML', PDF, { what: 'form' }, () => pdf(['<< /AcroForm << /XFA 3 0 R >> >>'])],
    ['encryption', PDF, { fault: 'encrypted' }, () => pdf(['<< /Type /XRef /Encrypt 3 0 R >>'])],
    [
      'packing that is not unpacked',
      PDF,
      { fault: 'unknown_packing' },
      () => pdf([packedObjects('1', '/Filter [/ASCII85Decode /FlateDecode]')]),
    ],
    [
      'packed objects that cannot be unpacked',
      PDF,
      { fault: 'damaged' },
      () => pdf([pdfStream('/Type /ObjStm /First 4 /Filter /FlateDecode', Buffer.from('nothing'))]),
    ],
    ['macros', DOCX, { what: 'macro' }, () => docx({ 'word/vbaProject.bin': 'a' })],
    [
      'macros in a document within',
      DOCX,
      { what: 'macro' },
      () => docx({ 'word/embeddings/a.xlsx': zip({ 'xl/vbaProject.bin': 'a' }) }),
    ],
    [
      'macros by their relation',
      DOCX,
      { what: 'macro' },
      () => docx({ 'word/_rels/document.xml.rels': relation('vbaProject') }),
    ],
    [
      'macros in characters by number',
      DOCX,
      { what: 'macro' },
      () => docx({ 'word/_rels/a.rels': relation('vbaProjec&#x74;') }),
    ],
    [
      'parts that are listed in UTF-16',
      DOCX,
      { fault: 'damaged' },
      () => docx({ 'word/_rels/a.rels': Buffer.from(`\uFEFF${relation('vbaProject')}`, 'utf16le') }),
    ],
    [
      'a template of the network',
      DOCX,
      { what: 'template' },
      () => docx({ 'word/_rels/settings.xml.rels': relation('attachedTemplate', 'https://example.com/a.dotm') }),
    ],
    ['macros of OpenDocument', ODT, { what: 'macro' }, () => zip({ mimetype: ODT, 'Basic/Standard/Module1.xml': 'a' })],
    ['controls', DOCX, { what: 'macro' }, () => docx({ 'word/activeX/activeX1.xml': 'a' })],
    ['a program in a document', DOCX, { what: 'program' }, () => docx({ 'word/media/a.exe': 'MZ' })],
    ['a name that leads out', DOCX, { fault: 'entry_name' }, () => docx({ 'word/../../a.xml': 'a' })],
    ['a name of a drive', DOCX, { fault: 'entry_name' }, () => docx({ 'c:a.xml': 'a' })],
    ['a name twice', DOCX, { fault: 'entry_name' }, () => docx({ 'WORD/document.xml': 'a' })],
    ['a bomb', DOCX, { fault: 'unpacks_too_far' }, () => docx({ 'word/a.xml': Buffer.alloc(4 * 1024 * 1024) })],
    [
      'a bomb that names a small size',
      DOCX,
      { fault: 'damaged' },
      () => docx({ 'word/a.xml': 'a'.repeat(9_000) }, { claimed: 20 }),
    ],
    ['encryption of entries', DOCX, { fault: 'encrypted' }, () => docx({}, { isEncrypted: true })],
    ['the test virus', 'text/plain', { fault: 'test_virus' }, () => Buffer.from(TEST_VIRUS)],
    ['the test virus in a document', DOCX, { fault: 'test_virus' }, () => docx({ 'word/a.txt': `  ${TEST_VIRUS}` })],
    ['the test virus in a PDF', PDF, { fault: 'test_virus' }, () => pdf([pdfStream('', Buffer.from(TEST_VIRUS))])],
    [
      'the test virus in a picture',
      'image/png',
      { fault: 'test_virus' },
      () => png(pngChunk('tEXt', `a\0${TEST_VIRUS}`)),
    ],
  ])('%s', async (_, type, reason, content) => {
    expect(await faultOf(await content(), type)).toMatchObject(reason)
  })
})

test('packed objects that unpack to more than is unpacked are refused', () => {
  const long = pdf([packedObjects('<< /Title (Machine) >>'.repeat(1_000))])
  expect(() => checkPdf(long, { bytes: 20_000 })).toThrow('unpacks_too_far')
  expect(() => checkPdf(long, { bytes: 30_000 })).not.toThrow()
})

/** A list of what a part of a document refers to. */
function relation(type: string, target = 'part.xml'): string {
  const kind = `http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}`
  return `<Relationships><Relationship Id="r1" Type="${kind}" Target="${target}" TargetMode="External"/></Relationships>`
}
