import { isDemoMode, setDemoMode } from '../../lib/demo-mode.ts'
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../lib/theme.ts'
import { Button } from '../../ui/button.tsx'
import { Page, PageHead } from '../../ui/page.tsx'
import { Panel, PanelHead } from '../../ui/panel.tsx'
import { Segments } from '../../ui/segments.tsx'

const themes: { value: ThemeChoice; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

function leaveDemoMode() {
  setDemoMode(false)
  location.reload()
}

/** The settings of this browser. */
export function SettingsPage() {
  const theme = useThemeChoice()
  return (
    <Page width="narrow">
      <PageHead title="Settings" subtitle="Manage your application settings below." />
      <div className="grid gap-4">
        <Panel>
          <PanelHead title="Theme" />
          <div className="px-4 pb-4">
            <p className="mb-3 text-text-2">Choose how the application looks in this browser.</p>
            <Segments label="Theme" options={themes} value={theme} onValueChange={chooseTheme} />
          </div>
        </Panel>
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
