import { ResourceDrawer } from '../../resource/drawer/resource-drawer.tsx'
import { useOpenRow } from '../../resource/use-list-state.ts'
import { type Template, templates } from './template.ts'
import { usePanel } from './workspace-address.ts'

/** Its source is edited beside it. */
const view = { hidden: ['source'] }

/** Name, page, margins, letterhead and sample data of a template, with its history. */
export function SettingsDrawer({ template }: { template: Template }) {
  const openRow = useOpenRow()
  const panel = usePanel()
  return (
    <ResourceDrawer
      resource={templates}
      view={view}
      openRow={{ ...openRow, id: template.id, close: () => panel.show(undefined) }}
      opensForm
      onDeleted={openRow.close}
    />
  )
}
