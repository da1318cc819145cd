import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { Frame } from '../../../resource/frame.tsx'
import { DeniedState, FailedState } from '../../../resource/table/table-states.tsx'
import { usePermission } from '../../../resource/use-permission.ts'
import { useResourceList } from '../../../resource/use-resource.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { buttonClasses } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChevronLeftIcon } from '../../../ui/tool-icons.tsx'
import { typesQuery } from '../document-types.ts'
import { isTemplate, templates as resource } from '../template.ts'
import { DefaultsTable } from './defaults-table.tsx'

/** Which template documents are made with, by type, language and business unit. */
export function DefaultsPage() {
  const access = usePermission(api.templateDefaults)
  if (!access.allowed) {
    return <DeniedState heading="h1" what={t('documents.defaults')} permission={access.permission} />
  }
  return (
    <Frame>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-3 ps-8 pe-6 max-md:px-4">
        <AppLink
          href="/system/pdf-templates"
          aria-label={t('documents.backToTemplates')}
          className={`${buttonClasses('quiet', 'dense')} w-[30px] px-0 max-md:w-11`}
        >
          <ChevronLeftIcon size={14} />
        </AppLink>
        <h1 className="text-20 leading-7">{t('documents.defaults')}</h1>
        <p className="text-12 text-text-2">{t('documents.defaultsAbout')}</p>
      </div>
      <div className="min-h-0 flex-1 overflow-auto px-8 py-5 max-md:px-4">
        <Matrix />
        <p className="mt-2.5 text-12 text-text-2">{t('documents.defaultsRule')}</p>
      </div>
    </Frame>
  )
}

function Matrix() {
  const types = useQuery(typesQuery)
  const defaults = useQuery({
    queryKey: ['template-defaults'],
    queryFn: ({ signal }) => callApi(api.templateDefaults, undefined, { signal }),
  })
  const templates = useResourceList(resource, { pageSize: '200', sort: 'type,name' })
  const error = types.error ?? defaults.error ?? templates.error
  if (types.data && defaults.data && templates.data) {
    return (
      <DefaultsTable types={types.data} defaults={defaults.data} templates={templates.data.items.filter(isTemplate)} />
    )
  }
  if (error === null) return <Skeleton className="h-72" />
  const retry = () => void Promise.all([types.refetch(), defaults.refetch(), templates.refetch()])
  return <FailedState what={t('documents.defaults')} error={error} onRetry={retry} />
}
