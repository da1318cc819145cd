import { type AlarmRemedy, api, type DocumentsOfMachine } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useMutation, useQuery } from '@tanstack/react-query'
import { authorizedFetch, callApi } from '../../lib/api-client.ts'
import { readProblem } from '../../lib/api-error.ts'
import { toRequest } from '../../lib/api-request.ts'
import { locale } from '../../lib/language/page-language.ts'
import { saveFile } from '../../resource/download.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { ALARMS } from './alarm-summary.ts'

type Document = NonNullable<AlarmRemedy['document']>
type Found = DocumentsOfMachine['documents'][number]

interface RemedyDocumentProps {
  machineID: string
  document: Document
}

/** Opens the document of the machine that the rule names, at its page, as far as the reader sees one. */
export function RemedyDocument({ machineID, document: wanted }: RemedyDocumentProps) {
  const { data, isPending } = useQuery({
    queryKey: [...ALARMS, 'documents', machineID],
    queryFn: ({ signal }) =>
      callApi(api.documentsOfMachine, { params: { id: machineID }, query: { pageSize: '200' } }, { signal }),
    staleTime: 60_000,
  })
  const found = data && newestOf(data.documents, wanted.kind)
  const open = useMutation({
    mutationFn: (tab: Window | null) => openDocument(machineID, found, wanted.page, tab),
    onError: (error, tab) => {
      tab?.close()
      showToast({ message: error.message, tone: 'failed' })
    },
  })
  if (isPending) return null
  if (found === undefined) return <p className="text-text-2">{t('alarms.noSuchDocument')}</p>
  return (
    <div>
      <Button
        size="dense"
        busy={open.isPending}
        className="max-w-full"
        // The tab opens with the click: a browser refuses one that comes later.
        onClick={() => open.mutate(isPdf(found) ? window.open('about:blank') : null)}
      >
        <bdi className="truncate">
          {wanted.page === null || !isPdf(found)
            ? t('alarms.openDocument', { title: found.title })
            : t('alarms.openDocumentAtPage', { title: found.title, page: wanted.page })}
        </bdi>
      </Button>
    </div>
  )
}

/** The newest of a kind that has a file, in the language of the reader where there is one. */
function newestOf(documents: readonly Found[], kind: Document['kind']): Found | undefined {
  const usable = documents.filter((one) => one.kind === kind && one.supersededById === null && one.files.length > 0)
  const [language = ''] = locale.split('-')
  return usable.find((one) => one.language?.startsWith(language)) ?? usable[0]
}

function isPdf({ files: [file] }: Found): boolean {
  return file?.contentType === 'application/pdf'
}

async function openDocument(machineID: string, found: Found | undefined, page: number | null, tab: Window | null) {
  const [file] = found?.files ?? []
  if (found === undefined || file === undefined) return
  const params = { id: machineID, documentId: found.id, fileId: file.id }
  const response = await authorizedFetch(toRequest(api.downloadDocument, { params }))
  if (!response.ok) throw await readProblem(response)
  const bytes = await response.blob()
  if (tab === null) {
    saveFile(bytes, file.name)
    return
  }
  const address = URL.createObjectURL(bytes)
  tab.location.replace(page === null ? address : `${address}#page=${page}`)
  // The other tab has read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
