import type { ReactNode } from 'react'
import { Panel, PanelHead } from '../../ui/panel.tsx'

export interface SettingsSectionProps {
  title: string
  text?: string
  /** What acts on the whole section, in its head. */
  actions?: ReactNode
  children?: ReactNode
}

/** One matter of the settings. */
export function SettingsSection({ title, text, actions, children }: SettingsSectionProps) {
  return (
    <Panel>
      <PanelHead title={title}>{actions}</PanelHead>
      <div className="grid gap-3 px-4 pb-4">
        {text !== undefined && <p className="text-text-2">{text}</p>}
        {children}
      </div>
    </Panel>
  )
}
