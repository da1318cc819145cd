import { machineDocuments } from '@packhouse/contract'
import { useFileActions, useFiles } from '../../../resource/files/use-files.ts'
import { FileButtons } from './file-buttons.tsx'

/** The files of a document, for those who may read documents. */
export function StaffFiles({ id }: { id: string }) {
  const { data } = useFiles(machineDocuments, id)
  const { download } = useFileActions(machineDocuments, id)
  if (data === undefined) return null
  return <FileButtons files={data.pages.flatMap((page) => page.items)} onDownload={download} />
}
