import { type AttachedFile, api, type DocumentsOfMachine } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { authorizedFetch, callApi } from '../../../lib/api-client.ts'
import { readProblem } from '../../../lib/api-error.ts'
import { toRequest } from '../../../lib/api-request.ts'
import { behind, FIRST_POSITION, nextPosition } from '../../../lib/list-walk.ts'
import { saveFile } from '../../../resource/download.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { DocumentGroups } from './document-groups.tsx'
import { DocumentRow } from './document-row.tsx'
import { FileButtons } from './file-buttons.tsx'

/** Beside other panels it is no taller than they are; on phones, where it stands alone, all of it is shown. */
const scrolling = 'md:max-h-44 md:overflow-y-auto focus-visible:-outline-offset-2'

/** The documents of an installed machine and of its model, for whoever sees the machine. @param id machine ID; @param link beside its title */
export function MachinePageDocuments({ id, link }: { id: string; link: ReactNode }) {
  const query = useDocumentsOfMachine(id)
  const documents = (query.data?.pages ?? []).flatMap((page) =>
    page.documents.map((one) => ({ ...one, isSuperseded: one.supersededById !== null })),
  )
  const total = query.data?.pages[0]?.total ?? 0
  return (
    <PanelFrame title={t('library.documents')} aside={link}>
      {query.isPending && <Skeleton className="mx-4 mb-4 h-20" />}
      {query.isError && <PanelFailure what={t('library.theDocuments')} onRetry={() => void query.refetch()} />}
      {query.data && total === 0 && <p className="px-4 pb-4 text-text-2">{t('library.noDocumentsOfMachine')}</p>}
      {documents.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable
        <section aria-label={t('library.documentsOfMachine')} tabIndex={0} className={scrolling}>
          <DocumentGroups documents={documents}>
            {(document) => <Row key={document.id} machineID={id} document={document} />}
          </DocumentGroups>
          {query.hasNextPage && (
            <div className="flex flex-wrap items-center gap-3 px-4 pb-4 text-13 text-text-2">
              <Button size="dense" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('library.showMoreDocuments')}
              </Button>
              {t('library.shownOfAll', { shown: documents.length, total })}
            </div>
          )}
        </section>
      )}
    </PanelFrame>
  )
}

function useDocumentsOfMachine(id: string) {
  return useInfiniteQuery({
    queryKey: ['machines', 'documents', id],
    initialPageParam: FIRST_POSITION,
    queryFn: ({ pageParam, signal }) =>
      callApi(api.documentsOfMachine, { params: { id }, query: behind(pageParam) }, { signal }),
    getNextPageParam: nextPosition,
  })
}

interface RowProps {
  machineID: string
  document: DocumentsOfMachine['documents'][number] & { isSuperseded: boolean }
}

function Row({ machineID, document }: RowProps) {
  const download = async ({ id: fileId, name }: AttachedFile) => {
    const params = { id: machineID, documentId: document.id, fileId }
    const response = await authorizedFetch(toRequest(api.downloadDocument, { params }))
    if (!response.ok) throw await readProblem(response)
    saveFile(await response.blob(), name)
  }
  return (
    <DocumentRow
      {...document}
      files={<FileButtons files={document.files} onDownload={download} />}
      acts={document.ofModel && <Badge tone="plain">{t('library.ofTheModel')}</Badge>}
    />
  )
}
