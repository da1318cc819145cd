import { api, type tagMaps } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useDocumentTitle } from '../../../lib/document-title.ts'
import { UnsavedGuard } from '../../../resource/form/unsaved-guard.tsx'
import { Frame } from '../../../resource/frame.tsx'
import { declaredAs } from '../../../resource/registry.ts'
import { DeniedState, FailedState } from '../../../resource/table/table-states.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { useResourceRow } from '../../../resource/use-resource.ts'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { EntryTable } from './entry-table.tsx'
import { MessagePanel } from './message-panel.tsx'
import { samplesIn } from './message-values.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { ReadingFields } from './reading-fields.tsx'
import { StudioHead } from './studio-head.tsx'
import { useMessages } from './use-messages.ts'
import { type TagMap, useStudio } from './use-studio.ts'
import { VersionPanel } from './version-panel.tsx'

/** The editor of a tag map: incoming messages, the records they become, and which version is in use. */
export function StudioPage({ id }: { id: string }) {
  const access = usePermission(api.tagMapMessages)
  const query = useResourceRow(declaredAs<typeof tagMaps>('tagMap'), access.allowed ? id : undefined)
  const row = query.data
  useDocumentTitle(row?.name ?? t('telemetry.tagMap'))
  const way = (
    <Breadcrumb
      crumbs={[{ label: t('telemetry.tagMaps'), to: '/telemetry' }, { label: row?.name ?? t('telemetry.tagMap') }]}
    />
  )
  if (row) {
    return (
      <Frame>
        <OpenStudio map={row}>{way}</OpenStudio>
      </Frame>
    )
  }
  return (
    <Frame>
      <div className={content}>
        {way}
        {!access.allowed && <DeniedState heading="h1" what={t('telemetry.tagMaps')} permission={access.permission} />}
        {query.isError && (
          <FailedState
            heading="h1"
            what={t('telemetry.tagMap')}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        )}
        {access.allowed && query.isPending && <Skeleton className="mt-3 h-96" />}
      </div>
    </Frame>
  )
}

const content = 'flex min-h-0 flex-1 flex-col overflow-auto pt-4 pe-6 pb-5 ps-8 max-md:px-4'

/** What is made of the messages stays in sight below what scrolls, and covers nothing of it. */
function OpenStudio({ map, children }: { map: TagMap; children: ReactNode }) {
  const studio = useStudio(map)
  const incoming = useMessages(map.id)
  const isJson = map.source === 'json'
  const payload = incoming.shown?.payload ?? ''
  const samples = useMemo(() => samplesIn(payload), [payload])
  const work = useRef<HTMLDivElement>(null)
  const { failure } = studio
  useEffect(() => {
    if (failure) work.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [failure])
  return (
    // A page of its own height on a phone too, or the preview would be at the end of all entries.
    <div className="flex min-h-0 flex-1 flex-col max-md:h-[calc(100dvh-var(--head))] max-md:flex-none">
      <div className={content}>
        {children}
        <StudioHead studio={studio} />
        <div
          ref={work}
          className="grid grid-cols-[minmax(280px,340px)_minmax(0,1fr)] items-start gap-4 max-lg:grid-cols-1"
        >
          <MessagePanel incoming={incoming} studio={studio} />
          <div className="grid min-w-0 gap-4">
            {isJson && <ReadingFields studio={studio} />}
            <EntryTable studio={studio} sampleOf={(address) => samples.get(address)} />
            <VersionPanel studio={studio} />
          </div>
        </div>
      </div>
      <PreviewPanel studio={studio} messages={incoming.messages} />
      <UnsavedGuard count={studio.count} onDiscard={studio.discard} />
    </div>
  )
}
