import { MAX_FILE_BYTES } from '@packhouse/contract'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { FileFolder } from '../../platform/file-folder.ts'
import { FolderStore } from '../../platform/object-store/folder-store.ts'
import { KeptDocuments } from './kept-documents.ts'

test('a document that is larger than a file may be is not kept, and nothing of it is stored', async () => {
  const untouched = () => {
    throw new Error('Nothing is read or stored.')
  }
  // No such folder: whoever wrote there would fail in another way.
  const kept = new KeptDocuments(
    untouched,
    new FileFolder(new FolderStore('/nowhere'), '/nowhere', pino({ level: 'silent' })),
  )
  const caller = { userId: 'a', sessionId: undefined, customerId: null, permissions: new Set<string>() }
  const keeping = { type: 'serviceReport', recordId: 'b', fileName: 'c.pdf' } as const
  await expect(kept.keep(caller, keeping, new Uint8Array(MAX_FILE_BYTES + 1))).rejects.toMatchObject({
    code: 'body_too_large',
    message: expect.stringContaining('25 MiB'),
  })
})
