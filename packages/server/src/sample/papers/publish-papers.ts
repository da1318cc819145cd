import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { CompanyPages } from '../../documents/area.ts'
import type { Database } from '../../platform/database.ts'
import type { FileFolder } from '../../platform/file-folder.ts'
import type { PeriodicJob } from '../../platform/jobs/job-kind.ts'
import { sentence } from '../../platform/sentence.ts'
import { sampleMachineIDs } from '../life/sample-machines.ts'
import { pageOf, type WaitingPaper } from './paper-page.ts'

const SOURCE = new URL('paper.typ', import.meta.url)
const OWNER = 'sample papers'
const EVERY_MS = 60_000
/** A start has more important things to do. */
const AFTER_START_MS = 60_000

interface PaperParts {
  database: Database
  files: FileFolder
  companyPages: Pick<CompanyPages, 'render'>
}

/**
 * Renders the manual and the declaration of each machine of the sample company and makes them public: what the code on the machine opens. Only those
 * that came with the sample, that nobody has changed, and that never had a file. Their rows come with the life of the company.
 */
export function samplePapersJob(parts: PaperParts): PeriodicJob {
  return {
    name: sentence`Render the papers of the machines of the sample company`,
    everyMs: EVERY_MS,
    afterStartMs: AFTER_START_MS,
    run: async (signal) => {
      const waiting = await findWaiting(parts.database)
      if (waiting.length === 0) return
      const source = await readFile(SOURCE, 'utf8')
      const failures: unknown[] = []
      for (const paper of waiting) {
        signal.throwIfAborted()
        // One that cannot be rendered is tried again with the next run, and keeps none of the others from its machine.
        await publish(parts, paper, source).catch((failure: unknown) => failures.push(failure))
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}

const isWaiting = sql`d.created_by IS NULL AND d.updated_by IS NULL AND d.deleted_at IS NULL AND d.kind IN ('manual', 'ceDeclaration')
  AND NOT EXISTS (SELECT FROM attached_file f WHERE f.owner_table = 'machine_document' AND f.owner_id = d.id)`

async function findWaiting({ system }: Database): Promise<WaitingPaper[]> {
  const { rows } = await sql<WaitingPaper>`
    SELECT d.id, d.kind, d.language, d.revision, d.valid_from::text AS "validFrom", m.machine_id AS "machineID", m.serial,
      m.commissioned_at::text AS "commissionedAt", l.model, l.name AS "modelName", s.name AS supplier, l.design_speed AS "designSpeed",
      l.design_speed_unit AS "speedUnit", l.width_mm AS width, l.depth_mm AS depth, l.height_mm AS height, l.weight_kg AS weight, l.voltage, l.phases,
      l.power_kw AS power, l.air_bar AS "airBar", l.air_litres_per_minute AS "airLitres", l.ip_rating AS protection
    FROM machine_document d JOIN machine m ON m.id = d.machine_id
      LEFT JOIN library_machine l ON fold_case(l.model) = fold_case(m.configuration_id) AND l.deleted_at IS NULL
      LEFT JOIN supplier s ON s.id = l.supplier_id
    WHERE m.machine_id = ANY(${sampleMachineIDs}) AND ${isWaiting}
    ORDER BY d.id
  `.execute(system)
  return rows
}

async function publish({ database, files, companyPages }: PaperParts, paper: WaitingPaper, source: string) {
  const page = pageOf(paper)
  const pdf = await companyPages.render({ ...page, source }, OWNER)
  if (pdf === undefined) return
  const incoming = await files.receive(Readable.from([pdf]))
  try {
    await database.system.transaction().execute(async (db) => {
      // People and other nodes may have come first.
      const { rows } = await sql`
        UPDATE machine_document d SET title = ${page.title}, visibility = 'public', row_version = row_version + 1, updated_at = now()
        WHERE d.id = ${paper.id} AND ${isWaiting} RETURNING id
      `.execute(db)
      if (rows.length === 0) return
      const attached = await sql<{ id: string }>`
        INSERT INTO attached_file (owner_table, owner_id, name, content_type, size, sha256)
        VALUES ('machine_document', ${paper.id}, ${`${page.title} ${paper.machineID}.pdf`}, 'application/pdf', ${incoming.size}, ${incoming.sha256})
        RETURNING id
      `.execute(db)
      for (const { id } of attached.rows) await files.keep(incoming, id)
    })
  } finally {
    await files.discard(incoming.path)
  }
}
