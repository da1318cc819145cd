import { t } from '@packhouse/messages'
import { saveFile } from '../../resource/download.ts'
import { NEW } from '../../resource/drawer/resource-drawer.tsx'
import { useOpenRow } from '../../resource/use-list-state.ts'
import { usePermission } from '../../resource/use-permission.ts'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClasses } from '../../ui/button.tsx'
import { SettingsIcon } from '../../ui/icons.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { CheckIcon, DownloadIcon, PlusIcon, UndoIcon } from '../../ui/tool-icons.tsx'
import type { DocumentTypeEntry } from './document-types.ts'
import { type PreviewInput, renderPreview } from './preview/render-preview.ts'
import type { Preview } from './preview/use-preview.ts'
import { draftNumber, type Template, templates } from './template.ts'
import { defaultSentence, draftWords } from './template-words.ts'
import type { Draft } from './use-draft.ts'
import type { Publishing } from './use-publish.ts'
import { useUnits } from './use-units.ts'
import type { usePanel } from './workspace-address.ts'

export interface WorkspaceHeadProps {
  template: Template
  type: DocumentTypeEntry | undefined
  draft: Draft
  preview: Preview
  input: PreviewInput
  publish: Publishing
  panel: ReturnType<typeof usePanel>
  ordered: readonly Template[]
  mayChange: boolean
}

/** The head of the editor: which template, which of its versions count, and what can be done with it. */
export function WorkspaceHead(props: WorkspaceHeadProps) {
  const { template, type, panel } = props
  const unit = useUnits().find(({ value }) => value === template.businessUnitId)?.label
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-paper py-3 ps-8 pe-6 max-md:px-4">
      <h1 className="text-20 leading-7 wrap-anywhere">
        {t('documents.typeAndName', { type: type?.title ?? template.type, name: template.name })}
      </h1>
      <Badge tone="plain">{draftWords(template)}</Badge>
      {template.publishedVersion !== null && (
        <Badge tone="ok" icon={CheckIcon}>
          {t('documents.publishedNumber', { number: template.publishedVersion })}
        </Badge>
      )}
      <span className="text-12 text-text-2">{defaultSentence(template, type?.title ?? template.type, unit)}</span>
      <div className="ms-auto flex flex-wrap items-center gap-2 max-md:ms-0">
        <OtherTemplate {...props} />
        <NewTemplate />
        <AppLink href="/system/pdf-templates/defaults" className={buttonClasses('quiet', 'dense')}>
          {t('documents.defaults')}
        </AppLink>
        <Button size="dense" aria-pressed={panel.name === 'settings'} onClick={() => toggle(panel, 'settings')}>
          <SettingsIcon size={14} />
          {t('documents.settings')}
        </Button>
        <Button size="dense" aria-pressed={panel.name === 'versions'} onClick={() => toggle(panel, 'versions')}>
          <UndoIcon size={14} />
          {t('documents.versions')}
        </Button>
        <Button size="dense" onClick={() => void downloadTest(props)}>
          <DownloadIcon size={14} />
          {t('documents.testPdf')}
        </Button>
        <PublishButton {...props} />
      </div>
    </div>
  )
}

function toggle(panel: WorkspaceHeadProps['panel'], name: 'settings' | 'versions') {
  panel.show(panel.name === name ? undefined : name)
}

/** Where there is no room for the list, another template is chosen here. */
function OtherTemplate({ ordered, template }: WorkspaceHeadProps) {
  const openRow = useOpenRow()
  return (
    <Select
      label={t('documents.template')}
      className="xl:hidden"
      options={ordered.map(({ id, name, locale }) => ({
        value: id,
        label: t('documents.nameAndLanguage', { name, locale }),
      }))}
      value={template.id}
      onValueChange={openRow.open}
    />
  )
}

function NewTemplate() {
  const openRow = useOpenRow()
  if (!usePermission(templates.calls.create).allowed) return null
  return (
    <Button size="dense" variant="quiet" onClick={() => openRow.open(NEW)}>
      <PlusIcon size={14} />
      {t('documents.newTemplate')}
    </Button>
  )
}

/** What is not right cannot be published; nor what has not been compiled yet. */
function PublishButton({ template, draft, preview, publish, mayChange }: WorkspaceHeadProps) {
  if (!mayChange) return null
  const [fault] = preview.faults
  const reason = fault ? t('documents.lineHasAnError', { line: fault.line }) : preview.failure
  return (
    <Button
      size="dense"
      variant="primary"
      busy={publish.isBusy || draft.isSaving}
      disabled={reason !== undefined}
      title={reason}
      onClick={publish.publish}
    >
      {t('documents.publishNumber', { number: draftNumber(template) })}
    </Button>
  )
}

/** Makes the draft as it is now a file of the reader. */
async function downloadTest({ template, input, preview }: WorkspaceHeadProps): Promise<void> {
  const answer = await renderPreview(input)
  if (!('pdf' in answer)) {
    preview.refuse(answer)
    return showToast({ tone: 'failed', message: t('documents.noTestPdf') })
  }
  saveFile(new Blob([answer.pdf.slice()], { type: 'application/pdf' }), `${template.name}.pdf`)
}
