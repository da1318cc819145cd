import { crc32, deflateSync } from 'node:zlib'
import { itemMasters, machineDocuments, machineParts, machines } from '@packhouse/contract'
import type { ProductAddress } from './product.ts'
import type { Records } from './records.ts'
import { signInByApi } from './sign-in.ts'

/** The id of an installed machine. */
export async function machineIdOf(records: Records, machineID: string): Promise<string> {
  const found = (await records.find(machines, machineID)).find((one) => one.machineID === machineID)
  if (found === undefined) throw new Error(`There is no ${machineID}.`)
  return found.id
}

/** The id of an item of the sample catalogue: a part that was ordered once stays in it. */
export async function itemIdOf(records: Records, code: string): Promise<string> {
  const [one] = await records.find(itemMasters, code)
  if (one === undefined) throw new Error(`There is no item ${code}.`)
  return one.id
}

/** Fits items of the catalogue into a machine. @param parts the code of each, by position */
export async function fitParts(
  records: Records,
  machineID: string,
  parts: Readonly<Record<string, string>>,
  more: object = {},
): Promise<void> {
  const machineId = await machineIdOf(records, machineID)
  for (const [position, code] of Object.entries(parts)) {
    await records.create(machineParts, { machineId, position, itemId: await itemIdOf(records, code), ...more })
  }
}

/** A drawing of a machine that customers see, with a file. @returns its id */
export async function createDrawing(
  records: Records,
  { url, password }: Pick<ProductAddress, 'url' | 'password'>,
  machineID: string,
  file: File,
): Promise<string> {
  const machineId = await machineIdOf(records, machineID)
  const draft = {
    machineId,
    kind: 'spares',
    title: `Drawing ${file.name}`,
    revision: 'A',
    visibility: 'customer',
  } as const
  const { id } = await records.create(machineDocuments, draft)
  const { access_token } = await signInByApi({ url, password }, 'staff')
  const body = new FormData()
  body.append('file', file)
  const path = `${url}/v1/machine-documents/${id}/files`
  const answer = await fetch(path, { method: 'POST', headers: { authorization: `Bearer ${access_token}` }, body })
  if (!answer.ok) throw new Error(await answer.text())
  return id
}

/** A white picture with a frame and a cross. */
export function pictureOf(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const isDark = (x: number) =>
      x < 4 || y < 4 || x >= width - 4 || y >= height - 4 || Math.abs(x / width - y / height) < 0.004
    // Each row begins with how it is filtered: not at all.
    return Buffer.from([0, ...Array.from({ length: width }, (_unused, x) => (isDark(x) ? 90 : 255))])
  })
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const pixels = deflateSync(Buffer.concat(rows))
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([size, named, sum])
}

/** A PDF of two pages, each with a square at another place. */
export function pdfOfTwoPages(): Buffer {
  const content = (x: number) => `0.4 g ${x} 120 60 60 re f`
  const stream = (x: number) => `<< /Length ${content(x).length} >>\nstream\n${content(x)}\nendstream`
  const page = (contents: number) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 297] /Contents ${contents} 0 R >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page(5),
    page(6),
    stream(60),
    stream(300),
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}
