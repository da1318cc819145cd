import { api } from '@packhouse/contract'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { isDemoMode, setDemoMode } from '../../lib/demo-mode.ts'
import { showSettings, useSession } from '../../lib/session.ts'
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../lib/theme.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Panel, PanelHead } from '../../ui/panel.tsx'
import { Segments } from '../../ui/segments.tsx'
import { IdentitiesSection } from './identities-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'

const themes: { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function leaveDemoMode() {
  setDemoMode(false)
  location.reload()
}

/** The settings of the application and of the own account. */
export function SettingsPage() {
  const theme = useThemeChoice()
  const settings = useSession()?.settings
  const [unsaved, setUnsaved] = useState(false)
  const choose = async (choice: ThemeChoice) => {
    chooseTheme(choice)
    try {
      showSettings(await callApi(api.changeMySettings, { body: { theme: choice } }))
      setUnsaved(false)
    } catch {
      setUnsaved(true)
    }
  }
  return (
    <Page width="narrow">
      <PageHead title="Settings" subtitle="Manage your application settings below." />
      <div className="grid gap-4">
        <Panel>
          <PanelHead title="Theme" />
          <div className="px-4 pb-4">
            <p className="mb-3 text-text-2">Choose how the application looks.</p>
            <Segments label="Theme" options={themes} value={theme} onValueChange={(choice) => void choose(choice)} />
            {unsaved && (
              <Alert tone="bad" className="mt-3">
                The theme could not be kept in your account. It stays in this browser.
              </Alert>
            )}
          </div>
        </Panel>
        {settings && <ProfileSection settings={settings} />}
        <PasswordSection />
        {settings && <SecondFactorSection settings={settings} />}
        <IdentitiesSection />
        <SessionsSection />
        {isDemoMode() && (
          <Panel>
            <PanelHead title="Demo Mode" />
            <div className="px-4 pb-4">
              <p className="mb-3 text-text-2">Machines and their history are sample data made in this browser.</p>
              <Button onClick={leaveDemoMode}>Leave Demo Mode</Button>
            </div>
          </Panel>
        )}
      </div>
    </Page>
  )
}
