import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { showAnswer } from '../../../lib/query-client.ts'
import { renew } from '../../../resource/resource-queries.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { WarningIcon } from '../../../ui/icons.tsx'
import { Select } from '../../../ui/select.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import { DocumentIcon } from '../../../ui/tool-icons.tsx'
import { templates as resource, type Template } from '../template.ts'
import { templateAddress } from '../template-list.tsx'
import { languageWord } from '../template-words.ts'
import { candidates, type DefaultCell, type DefaultRow } from './default-rows.ts'

export interface DefaultCellViewProps {
  row: DefaultRow
  cell: DefaultCell | undefined
  unit: { id: string | null; name: string }
  templates: readonly Template[]
  /** What documents of the type are called. */
  title: string
}

/** What is used in a cell, and the choice of another where there is one. */
export function DefaultCellView(props: DefaultCellViewProps) {
  const { row, cell, unit, templates } = props
  const mayChange = usePermission(api.setTemplateDefault).allowed
  const possible = candidates(templates, row, unit.id)
  const current = cell?.kind === 'own' ? cell.templateId : undefined
  const hasChoice = possible.some(({ id }) => id !== current)
  return (
    <div className="flex items-center gap-3">
      {cell && <CellWords cell={cell} row={row} />}
      {mayChange && hasChoice && <DefaultChoice {...props} possible={possible} current={current} />}
    </div>
  )
}

function CellWords({ cell, row }: { cell: DefaultCell; row: DefaultRow }) {
  if (cell.kind === 'own') {
    return (
      <span className="flex items-center gap-1.5">
        <DocumentIcon size={14} className="text-text-2" />
        <AppLink
          href={templateAddress(cell.templateId)}
          className="text-text underline decoration-kraft underline-offset-4"
        >
          {t('documents.nameAndVersion', { name: cell.name, version: cell.version })}
        </AppLink>
      </span>
    )
  }
  if (cell.kind === 'asAll') return <span className="text-text-3">{t('documents.asAllUnits')}</span>
  const language = cell.locale === null ? undefined : languageWord(cell.locale)
  if (row.hasAny && language !== undefined) {
    return <span className="text-text-3">{t('documents.asLanguage', { language })}</span>
  }
  return (
    <span className="flex items-center gap-1.5 text-warn">
      <WarningIcon size={14} />
      {language === undefined ? t('documents.noneAtAll') : t('documents.noneButLanguage', { language })}
    </span>
  )
}

interface DefaultChoiceProps extends DefaultCellViewProps {
  possible: readonly Template[]
  current: string | undefined
}

/** Another template for a cell: a question names both before anything changes. */
function DefaultChoice({ row, unit, title, possible, current }: DefaultChoiceProps) {
  const client = useQueryClient()
  const [asked, setAsked] = useState<Template>()
  const [isBusy, setIsBusy] = useState(false)
  const values = { type: title, language: languageWord(row.locale), unit: unit.name }
  const before = possible.find(({ id }) => id === current)
  const set = async ({ id, name }: Template) => {
    setIsBusy(true)
    try {
      showAnswer(client, ['template-defaults'], await callApi(api.setTemplateDefault, { body: { templateId: id } }))
      await renew(client, resource)
      showToast({ message: t('documents.isDefaultNow', { name }) })
    } catch (error) {
      showToast({ tone: 'failed', message: error instanceof Error ? error.message : String(error) })
    } finally {
      setIsBusy(false)
      setAsked(undefined)
    }
  }
  const none = current === undefined ? [{ value: '', label: t('documents.chooseDefault') }] : []
  return (
    <>
      <Select
        label={t('documents.defaultOfCell', values)}
        className="[&_label]:sr-only [&_select]:h-[30px]"
        options={[...none, ...possible.map(({ id, name }) => ({ value: id, label: name }))]}
        value={asked?.id ?? current ?? ''}
        onValueChange={(id) => setAsked(possible.find((template) => template.id === id && id !== current))}
      />
      <ConfirmDialog
        open={asked !== undefined}
        tone="primary"
        busy={isBusy}
        title={t('documents.changeDefault', values)}
        confirm={t('documents.makeDefault')}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => asked && void set(asked)}
      >
        {asked &&
          (before
            ? t('documents.replacesDefault', { next: asked.name, before: before.name })
            : t('documents.becomesDefault', { next: asked.name }))}
      </ConfirmDialog>
    </>
  )
}
