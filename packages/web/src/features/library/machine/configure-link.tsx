import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ResourceRow } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { buttonClasses } from '../../../ui/button.tsx'
import { WrenchIcon } from '../../../ui/icons.tsx'

const addressOf = ({ id }: ResourceRow) => `/library/configurator?machine=${id}`

/** The way to the configurator with this machine chosen. */
export function ConfigureButton({ row }: { row: ResourceRow }) {
  const { allowed } = usePermission(api.configureJob)
  if (!allowed) return null
  return (
    <AppLink href={addressOf(row)} className={buttonClasses('standard', 'dense')}>
      <WrenchIcon size={14} />
      {t('library.configure')}
    </AppLink>
  )
}

/** The same in a row of a list, where there is little room. */
export function ConfigureMark({ row }: { row: ResourceRow }) {
  const { allowed } = usePermission(api.configureJob)
  if (!allowed) return null
  const words = t('library.configureMachine', { model: String(row.model) })
  return (
    <AppLink
      href={addressOf(row)}
      aria-label={words}
      title={words}
      className="grid size-6 shrink-0 place-items-center rounded-control text-text-3 hover:bg-surface-3 hover:text-text"
    >
      <WrenchIcon size={14} />
    </AppLink>
  )
}
