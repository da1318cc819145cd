import { t } from '@packhouse/messages'
import { useMemo } from 'react'
import { KeyHint } from '../../ui/key-hint.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { type Jump, SourceEditor } from './code/source-editor.tsx'
import type { Cursor } from './preview/cursor-places.ts'
import type { Preview } from './preview/use-preview.ts'
import { ProblemList } from './problem-list.tsx'
import { shownFault } from './shown-faults.ts'
import { MAIN } from './template.ts'
import type { Draft } from './use-draft.ts'

export interface SourcePanelProps {
  files: readonly string[]
  file: string
  onFile: (name: string) => void
  jump: Jump | undefined
  goTo: (place: Jump) => void
  onCursor: (cursor: Cursor) => void
  draft: Draft
  preview: Preview
  schema: unknown
  readOnly: boolean
}

/** The sources, each in a tab, with what is wrong with them below. */
export function SourcePanel(props: SourcePanelProps) {
  const { files, file, onFile, draft } = props
  const tabs = files.map((name) => ({
    value: name,
    label: <span translate="no">{draft.isChanged(name) ? t('documents.notSavedYet', { name }) : name}</span>,
  }))
  return (
    <section aria-label={t('documents.source')} className="flex min-h-0 min-w-0 flex-1 flex-col bg-surface">
      <Tabs
        label={t('documents.sources')}
        tabs={tabs}
        value={file}
        onValueChange={onFile}
        className="flex min-h-0 flex-1 flex-col"
        place={(list) => (
          <div className="flex min-h-[42px] shrink-0 items-stretch gap-2 border-b border-line bg-surface-2 px-1 text-12 text-text-2">
            <div className="flex min-w-0 overflow-x-auto">{list}</div>
            <SourceKeys />
          </div>
        )}
      >
        {files.map((name) => (
          <TabPanel key={name} value={name} keepMounted className="min-h-0 flex-1 max-md:h-[60dvh] max-md:flex-none">
            <FileEditor {...props} name={name} />
          </TabPanel>
        ))}
      </Tabs>
      <ProblemList {...props} />
    </section>
  )
}

/** The keys of the editor, as many as there is room for: the others go to lines that are not seen. */
function SourceKeys() {
  const keys: readonly [key: string, does: string][] = [
    [t('ui.keyWithCtrl', { key: 'S' }), t('documents.saveKey')],
    ['F8', t('documents.nextErrorKey')],
  ]
  return (
    <span className="flex h-[42px] min-w-0 flex-1 flex-wrap justify-end overflow-hidden before:h-full before:w-px max-md:hidden">
      {keys.map(([key, does]) => (
        <span key={key} className="flex h-full items-center gap-1.5 px-1 whitespace-nowrap">
          <KeyHint>{key}</KeyHint>
          {does}
        </span>
      ))}
    </span>
  )
}

function FileEditor({ name, draft, preview, jump, schema, readOnly, onCursor }: SourcePanelProps & { name: string }) {
  const { faults, input } = preview
  const text = draft.textOf(name)
  const compiled = (name === MAIN ? input?.source : input?.partials[name]) ?? text
  // Faults are those of what was compiled: they move with the text from then on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text that is typed meanwhile is not the one that was compiled
  const shown = useMemo(
    () => faults.filter(({ source }) => source === name).map((fault) => shownFault(fault, compiled, schema)),
    [faults, name, schema],
  )
  return (
    <SourceEditor
      name={name}
      text={text}
      readOnly={readOnly}
      schema={schema}
      faults={shown}
      jump={jump}
      onChange={(next) => draft.set(name, next)}
      onLine={(line) => onCursor({ source: name, line })}
    />
  )
}
