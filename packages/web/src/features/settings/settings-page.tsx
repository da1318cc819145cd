import { t } from '@packhouse/messages'
import { useState } from 'react'
import { isDemoMode, setDemoMode } from '../../lib/demo-mode.ts'
import { keepTheme, useSession } from '../../lib/session.ts'
import { type ThemeChoice, useThemeChoice } from '../../lib/theme.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Panel, PanelHead } from '../../ui/panel.tsx'
import { Segments } from '../../ui/segments.tsx'
import { ChoicesSection, type ChoicesSectionProps } from './choices-section.tsx'
import { IdentitiesSection } from './identities-section.tsx'
import { NotificationsSection } from './notifications-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { RequiredNotice } from './required-notice.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { UsageSection } from './usage-section.tsx'

const themes: { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: t('settings.system') },
  { value: 'light', label: t('settings.light') },
  { value: 'dark', label: t('settings.dark') },
]

function leaveDemoMode() {
  setDemoMode(false)
  location.reload()
}

/** Settings are personal: neither those of the viewed user nor, beside their name, the own ones are shown. */
function NotWhileViewing() {
  return (
    <Page width="narrow">
      <PageHead title={t('general.settings')} subtitle={t('settings.manageYourApplicationSettingsBelow')} />
      <Alert tone="info">{t('settings.notWhileViewing')}</Alert>
    </Page>
  )
}

/** The settings of the application and of the own account. */
export function SettingsPage({ startPages }: Pick<ChoicesSectionProps, 'startPages'>) {
  const theme = useThemeChoice()
  const session = useSession()
  const settings = session?.settings
  // It stays in front while it is set up: what comes after it must not move away under the reader.
  const [isLedHere] = useState(session?.secondFactorRequired ?? false)
  const secondFactors = settings && (
    <>
      <SecondFactorSection settings={settings} />
      <PasskeysSection />
    </>
  )
  const [unsaved, setUnsaved] = useState(false)
  if (session?.viewing) return <NotWhileViewing />
  const choose = async (choice: ThemeChoice) => {
    setUnsaved(!(await keepTheme(choice)))
  }
  return (
    <Page width="narrow">
      <PageHead title={t('general.settings')} subtitle={t('settings.manageYourApplicationSettingsBelow')} />
      <div className="grid gap-4">
        {(isLedHere || session?.secondFactorRequired) && (
          <RequiredNotice isMissing={session?.secondFactorRequired ?? false} />
        )}
        {isLedHere && secondFactors}
        <Panel>
          <PanelHead title={t('settings.theme')} />
          <div className="px-4 pb-4">
            <p className="mb-3 text-text-2">{t('settings.chooseHowTheApplicationLooks')}</p>
            <Segments
              label={t('settings.theme')}
              options={themes}
              value={theme}
              onValueChange={(choice) => void choose(choice)}
            />
            {unsaved && (
              <Alert tone="bad" className="mt-3">
                {t('settings.theThemeCouldNotBeKept')}
              </Alert>
            )}
          </div>
        </Panel>
        {session && <ProfileSection {...session} />}
        {settings && <ChoicesSection settings={settings} startPages={startPages} />}
        {settings && <NotificationsSection wantsService={settings.servicePush} />}
        <PasswordSection />
        {!isLedHere && secondFactors}
        <IdentitiesSection />
        <SessionsSection />
        <UsageSection />
        {isDemoMode() && (
          <Panel>
            <PanelHead title={t('settings.demoMode')} />
            <div className="px-4 pb-4">
              <p className="mb-3 text-text-2">{t('settings.machinesAndTheirHistoryAreSample')}</p>
              <Button onClick={leaveDemoMode}>{t('settings.leaveDemoMode')}</Button>
            </div>
          </Panel>
        )}
      </div>
    </Page>
  )
}
