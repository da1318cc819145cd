import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { giveLetterhead } from '../../documents/area.ts'
import type { Transaction } from '../../platform/database.ts'
import type { FileFolder } from '../../platform/file-folder.ts'

const LETTERHEAD = {
  name: 'Packhouse',
  company: 'Packhouse Packaging Systems AB',
  address: 'Verkstadsgatan 4\n504 62 Borås\nSweden',
  footer: 'Org. no. 556000-0000 · VAT SE556000000001 · Bankgiro 000-0000 · www.packhouse.example',
  accent: '#14213d',
}
const LOGO = new URL('../letterhead/logo.png', import.meta.url)

/** Gives the sample company a letterhead, and publishes with it the templates that the product brings. */
export async function seedLetterhead(db: Transaction, files: FileFolder): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO letterhead (name, company, address, footer, accent)
    SELECT ${LETTERHEAD.name}, ${LETTERHEAD.company}, ${LETTERHEAD.address}, ${LETTERHEAD.footer}, ${LETTERHEAD.accent}
    WHERE NOT EXISTS (SELECT FROM letterhead) RETURNING id
  `.execute(db)
  const [letterhead] = rows
  if (letterhead === undefined) return
  const logo = await files.receive(Readable.from([await readFile(LOGO)]))
  const attached = await sql<{ id: string }>`
    INSERT INTO attached_file (owner_table, owner_id, name, content_type, size, sha256)
    VALUES ('letterhead', ${letterhead.id}, 'logo.png', 'image/png', ${logo.size}, ${logo.sha256}) RETURNING id
  `.execute(db)
  for (const { id } of attached.rows) await files.keep(logo, id)
  await giveLetterhead(db, files, letterhead.id)
}
