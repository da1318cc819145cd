import { t } from '@packhouse/messages'
import { type ReactNode, useState } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { TabPanel, Tabs } from '../../../ui/tabs.tsx'

/** A part of the page that is seldom needed. */
export interface MorePart {
  value: string
  label: string
  content: ReactNode
  /** Stays in the page once it was opened, so that nothing set in it is lost. */
  stays?: true
}

/** What is seldom needed of a machine, in tabs: a part is loaded when somebody opens it. */
export function MorePanel({ parts }: { parts: readonly MorePart[] }) {
  const [chosen, choose] = useState(parts[0]?.value ?? '')
  const [opened, setOpened] = useState<readonly string[]>([])
  // What was open may be gone by now, such as the written values of a machine whose tag map has changed.
  const shown = parts.some(({ value }) => value === chosen) ? chosen : (parts[0]?.value ?? '')
  return (
    <Panel className="min-w-0">
      <Tabs
        label={t('monitoring.moreOfTheMachine')}
        tabs={parts}
        value={shown}
        onValueChange={(value) => {
          choose(value)
          setOpened((before) => [...before.filter((one) => one !== value), value])
        }}
        listClassName="gap-5 px-4 pt-2.5"
      >
        {parts.map(({ value, content, stays = false }) => (
          <TabPanel key={value} value={value} keepMounted={stays && opened.includes(value)}>
            {content}
          </TabPanel>
        ))}
      </Tabs>
    </Panel>
  )
}
