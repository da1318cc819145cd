import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { NEW, ResourceDrawer } from '../../resource/drawer/resource-drawer.tsx'
import { Frame } from '../../resource/frame.tsx'
import { DeniedState, FailedState } from '../../resource/table/table-states.tsx'
import { useOpenRow } from '../../resource/use-list-state.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { useResourceList } from '../../resource/use-resource.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OpenCarton } from '../../ui/illustrations.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { typesQuery } from './document-types.ts'
import { isPartial, isTemplate, type Partial, partials as partialResource, templates as resource } from './template.ts'
import { TemplateList } from './template-list.tsx'
import { Workspace } from './workspace.tsx'

const NO_PARTIALS: readonly Partial[] = []
const ALL = { pageSize: '200', sort: 'type,name' }
const PARTIALS = { pageSize: '200', sort: 'name' }

/** The templates of documents: source, what it becomes, and which version counts. */
export function TemplatesPage() {
  const access = usePermission(resource.calls.list)
  if (!access.allowed) {
    return <DeniedState heading="h1" what={resource.noun[1]} permission={access.permission} />
  }
  return (
    <Frame>
      <OpenTemplates />
    </Frame>
  )
}

function OpenTemplates() {
  const openRow = useOpenRow()
  const types = useQuery(typesQuery)
  const query = useResourceList(resource, ALL)
  const partials = useResourceList(partialResource, PARTIALS, {
    enabled: usePermission(partialResource.calls.list).allowed,
  })
  const error = query.error ?? types.error
  if (query.data === undefined || types.data === undefined) {
    const retry = () => void Promise.all([query.refetch(), types.refetch()])
    if (error !== null) return <FailedState heading="h1" what={resource.noun[1]} error={error} onRetry={retry} />
    return <Loading />
  }
  const items = query.data.items.filter(isTemplate)
  const ordered = types.data.flatMap(({ type }) => items.filter((template) => template.type === type))
  const chosen = ordered.find(({ id }) => id === openRow.id) ?? ordered[0]
  return (
    <>
      {chosen === undefined ? (
        <NoTemplates onCreate={() => openRow.open(NEW)} />
      ) : (
        <Workspace
          key={chosen.id}
          template={chosen}
          type={types.data.find(({ type }) => type === chosen.type)}
          partials={partials.data?.items.filter(isPartial) ?? NO_PARTIALS}
          ordered={ordered}
          list={<TemplateList types={types.data} templates={ordered} chosen={chosen.id} />}
        />
      )}
      {openRow.id === NEW && <ResourceDrawer resource={resource} view={{}} openRow={openRow} />}
    </>
  )
}

function NoTemplates({ onCreate }: { onCreate: () => void }) {
  const create = usePermission(resource.calls.create)
  return (
    <EmptyState
      heading="h1"
      className="py-22"
      illustration={<OpenCarton />}
      title={t('documents.noTemplates')}
      actions={create.allowed && <Button onClick={onCreate}>{t('resource.newOf', { noun: resource.noun[0] })}</Button>}
    >
      {t('documents.noTemplatesAbout')}
    </EmptyState>
  )
}

function Loading() {
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 px-8 pt-4 pb-5 max-md:px-4">
      <h1 className="text-20">{t('documents.pdfTemplates')}</h1>
      <Skeleton className="min-h-120 flex-1" />
    </div>
  )
}
