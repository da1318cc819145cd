import { type ReactNode, useMemo, useState } from 'react'
import { UnsavedGuard } from '../../resource/form/unsaved-guard.tsx'
import { useIsPhone } from '../../resource/frame.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { showToast } from '../../ui/toasts.tsx'
import type { Jump } from './code/source-editor.tsx'
import type { DocumentTypeEntry } from './document-types.ts'
import { importedNames } from './imported-names.ts'
import { nextFault } from './next-fault.ts'
import type { Cursor } from './preview/cursor-places.ts'
import { PreviewPanel, type ShownData } from './preview/preview-panel.tsx'
import { type PreviewInput, refusalOf } from './preview/render-preview.ts'
import { usePreview } from './preview/use-preview.ts'
import { SettingsDrawer } from './settings-drawer.tsx'
import { SourceConflict } from './source-conflict.tsx'
import { SourcePanel } from './source-panel.tsx'
import { MAIN, type Partial, type Template, templates } from './template.ts'
import { useDraft } from './use-draft.ts'
import { usePublish } from './use-publish.ts'
import { useWorkspaceKeys } from './use-workspace-keys.ts'
import { VersionDrawer } from './versions/version-drawer.tsx'
import { useFile, usePanel } from './workspace-address.ts'
import { WorkspaceHead } from './workspace-head.tsx'

export interface WorkspaceProps {
  template: Template
  type: DocumentTypeEntry | undefined
  partials: readonly Partial[]
  /** All templates in the order of the list, to choose another on a phone. */
  ordered: readonly Template[]
  list: ReactNode
}

/** A template that is edited: its sources on the left, the PDF that they become on the right. */
export function Workspace({ template, type, partials, ordered, list }: WorkspaceProps) {
  const draft = useDraft(template, partials)
  const panel = usePanel()
  const mayChange = usePermission(templates.calls.update).allowed
  const onPhone = useIsPhone()
  const [shown, setShown] = useState<ShownData>({ id: undefined, parameters: {}, pageSize: template.pageSize })
  const source = draft.textOf(MAIN)
  const input = previewInput(template, draft.changed, source, shown)
  const preview = usePreview(input)
  const [jump, setJump] = useState<Jump>()
  const [cursor, setCursor] = useState<Cursor>()
  const files = useFiles(source, partials, draft.changed)
  const { file, showFile } = useFile(files)
  const goTo = (place: Jump) => {
    showFile(place.source)
    setJump({ ...place })
  }
  const save = async () => {
    preview.compile()
    try {
      return await draft.save()
    } catch (error) {
      const refusal = refusalOf(error)
      if ('failure' in refusal) showToast({ tone: 'failed', message: refusal.failure })
      return undefined
    }
  }
  const publish = usePublish(save, preview)
  useWorkspaceKeys({
    save: () => mayChange && void save(),
    nextFault: () => {
      const next = nextFault(preview.faults, jump)
      if (next) goTo(next)
    },
  })
  return (
    <>
      <WorkspaceHead {...{ template, type, draft, preview, input, publish, panel, ordered, mayChange }} />
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        {list}
        <SourcePanel
          {...{ files, file, jump, draft, preview, goTo }}
          onCursor={setCursor}
          onFile={showFile}
          schema={type?.schema}
          readOnly={!mayChange || onPhone}
        />
        <PreviewPanel
          {...{ preview, type, shown, cursor, goTo }}
          textOf={draft.textOf}
          onShown={setShown}
          onCursor={setCursor}
        />
      </div>
      {panel.name === 'settings' && <SettingsDrawer template={template} />}
      {panel.name === 'versions' && <VersionDrawer template={template} draft={draft} mayChange={mayChange} />}
      <SourceConflict draft={draft} />
      <UnsavedGuard count={draft.count} onDiscard={draft.discard} of={addressOfDraft} />
    </>
  )
}

/** A drawer beside the editor is no reason to ask. */
function addressOfDraft({ pathname, search }: { pathname: string; search: object }): string {
  const { open = '' } = search as { open?: string }
  return `${pathname} ${open}`
}

function previewInput(
  { id: templateId, type }: Template,
  { [MAIN]: _main, ...partials }: Readonly<Record<string, string>>,
  source: string,
  shown: ShownData,
): PreviewInput {
  return { templateId, type, source, partials, ...shown }
}

/** The template and the partials that it uses as they are typed now. */
function useFiles(source: string, partials: readonly Partial[], changed: Readonly<Record<string, string>>) {
  return useMemo(() => {
    const sources = Object.fromEntries(partials.map(({ name, source: saved }) => [name, changed[name] ?? saved]))
    return [MAIN, ...importedNames(source, sources)]
  }, [source, partials, changed])
}
