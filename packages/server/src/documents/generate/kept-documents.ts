import { Readable } from 'node:stream'
import {
  type AttachedFile,
  type DocumentTypeName,
  documentTypes,
  MAX_FILE_BYTES,
  type Resource,
  resources,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import { AttachedFiles } from '../../engine/resource/files/attached-files.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { FileFolder } from '../../platform/file-folder.ts'
import type { SourceAnswer } from '../sources/document-source.ts'

/** A document that is kept with a record, and with which one. */
export interface Keeping {
  type: DocumentTypeName
  recordId: string
  fileName: string
}

type KeepingAnswer = Pick<SourceAnswer<DocumentTypeName>, 'recordId' | 'fileName'>

/** Stores documents as files of the records that they are about. */
export class KeptDocuments {
  readonly #storeOf: (resource: Resource) => ResourceStore
  readonly #folder: FileFolder

  constructor(storeOf: (resource: Resource) => ResourceStore, folder: FileFolder) {
    this.#storeOf = storeOf
    this.#folder = folder
  }

  /**
   * Asked before a document is rendered, so that none is made in vain.
   * @throws ProblemError where documents of the type are kept with nothing, the caller may not change the record, or does not see it
   */
  async prepare(principal: Principal, type: DocumentTypeName, answer: KeepingAnswer): Promise<Keeping> {
    const { recordId, fileName } = answer
    const resource = subjectOf(type)
    const isKept = resource?.traits.files && recordId !== undefined
    assertThat(isKept, 'invalid_request', t('documents.notKept'))
    const permission = `${resource.name}.update`
    const mayChange = principal.permissions.has(permission)
    assertThat(mayChange, 'permission_missing', t('server.permissionNeeded', { permission }))
    await this.#filesOf(resource).assertOwner(principal, { id: recordId, parent: {} })
    return { type, recordId, fileName: `${fileName}.pdf` }
  }

  /** Attaches a document to its record. @throws ProblemError where the record is gone or frozen by now, `body_too_large` where it is larger than a file may be */
  async keep(principal: Principal, { type, recordId, fileName }: Keeping, pdf: Uint8Array): Promise<AttachedFile> {
    const resource = subjectOf(type)
    assertThat(resource, 'internal')
    const isSmall = pdf.byteLength <= MAX_FILE_BYTES
    assertThat(isSmall, 'body_too_large', t('documents.tooLargeToKeep', { most: MAX_FILE_BYTES / 1024 / 1024 }))
    const incoming = await this.#folder.receive(Readable.from([pdf]))
    try {
      const upload = { ...incoming, name: fileName, contentType: 'application/pdf' }
      return await this.#filesOf(resource).attach(principal, { id: recordId, parent: {} }, upload)
    } finally {
      await this.#folder.discard(incoming.path)
    }
  }

  #filesOf(resource: Resource): AttachedFiles {
    return new AttachedFiles(this.#storeOf(resource), this.#folder)
  }
}

function subjectOf(type: DocumentTypeName): Resource | undefined {
  return resources.find(({ name }) => name === documentTypes[type].subject)
}
