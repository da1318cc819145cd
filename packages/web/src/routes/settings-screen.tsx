import { t } from '@packhouse/messages'
import { SettingsPage } from '../features/settings/settings-page.tsx'
import { useDocumentTitle } from '../lib/document-title.ts'
import { areasOf, isStaff } from '../lib/section.ts'
import { useSession } from '../lib/session.ts'
import { openSections } from '../resource/feature.ts'
import { sections } from './features.ts'

export function SettingsScreen() {
  useDocumentTitle(t('general.settings'))
  const session = useSession()
  const areas = areasOf(session, openSections(session, sections)).map((area) => ({
    label: area.label,
    choices: area.sections.filter(({ to }) => to !== '/').map(({ to, label }) => ({ value: to, label })),
  }))
  const home = session && isStaff(session) ? [{ value: '/home', label: t('home.home') }] : []
  return <SettingsPage startPages={[...home, ...areas.filter(({ choices }) => choices.length > 0)]} />
}
