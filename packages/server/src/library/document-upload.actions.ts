import type { Row } from '@packhouse/contract'
import { machineDocuments } from '@packhouse/contract'
import type { HandlersOf } from '../engine/handlers.ts'
import { rowOf } from '../engine/resource/columns.ts'
import { AttachedFiles } from '../engine/resource/files/attached-files.ts'
import { assertForm, readUpload, type Uploading } from '../engine/resource/files/read-upload.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'

/** A document arrives with its file, so that none supersedes another before there is something to read. */
export function uploadHandlers(documents: ResourceStore, parts: Uploading): HandlersOf<'addDocumentWithFile'> {
  const files = new AttachedFiles(documents, parts.files)
  return {
    async addDocumentWithFile({ principal, query, request }): Promise<Row<typeof machineDocuments>> {
      assertForm(request)
      const upload = await readUpload(request, principal, parts)
      try {
        return await documents.write(principal, async (db) => {
          const { id } = await documents.createIn(db, principal, query)
          await files.attachIn(db, principal, { id, parent: {} }, upload)
          return rowOf(machineDocuments, await documents.rows.find(db, id, {}))
        })
      } finally {
        await parts.files.discard(upload.path)
      }
    },
  }
}
