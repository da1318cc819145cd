import { api, type CallResult, SETTINGS_FILE, type SettingsFile } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { saveFile } from '../../../resource/download.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChooseFiles } from '../../../ui/choose-files.tsx'
import { Panel, PanelHead } from '../../../ui/panel.tsx'
import { DownloadIcon } from '../../../ui/tool-icons.tsx'
import { FileComparison } from './file-comparison.tsx'

type Comparison = CallResult<typeof api.compareSettings>

/** What the server takes at most. */
const MOST_BYTES = 1024 ** 2

/** The settings as a file, and those of a file: compared first, then applied. */
export function FilePanel() {
  const access = usePermission(api.compareSettings)
  return (
    <div className="grid gap-4 pb-6">
      <Panel>
        <PanelHead title={t('installation.export')} />
        <div className="grid justify-items-start gap-3 px-4 pb-4">
          <p className="text-text-2">{t('installation.everythingThatIsSet')}</p>
          <Export />
        </div>
      </Panel>
      {access.allowed && <Import />}
    </div>
  )
}

function Export() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const run = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const file = await callApi(api.exportSettings)
      const name = `settings-${file.exportedAt.slice(0, 10)}.json`
      saveFile(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }), name)
    } catch (error) {
      setFailure(messageOf(error))
    }
    setBusy(false)
  }
  return (
    <>
      {failure !== undefined && <Alert tone="bad">{failure}</Alert>}
      <Button busy={isBusy} onClick={() => void run()}>
        <DownloadIcon size={14} />
        {t('installation.saveAsAFile')}
      </Button>
    </>
  )
}

function Import() {
  const [compared, setCompared] = useState<{ name: string; comparison: Comparison }>()
  const [failure, setFailure] = useState<string>()
  const choose = async (file: File) => {
    setCompared(undefined)
    setFailure(undefined)
    try {
      const body = await readSettingsFile(file)
      if (body === undefined) return setFailure(t('installation.isNoFileOfSettings', { name: file.name }))
      setCompared({ name: file.name, comparison: await callApi(api.compareSettings, { body }) })
    } catch (error) {
      setFailure(messageOf(error))
    }
  }
  return (
    <Panel>
      <PanelHead title={t('installation.import')} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-4">
        <p className="text-text-2">{t('installation.comparedFirst')}</p>
        <div>
          <ChooseFiles
            label={t('installation.chooseAFile')}
            what={t('installation.settingsOfTheInstallation')}
            accept=".json,application/json"
            onChoose={([file]) => file && void choose(file)}
          />
        </div>
        {failure !== undefined && <Alert tone="bad">{failure}</Alert>}
        {compared && <FileComparison key={compared.name} {...compared} onDone={() => setCompared(undefined)} />}
      </div>
    </Panel>
  )
}

/** @returns undefined where it is something else */
async function readSettingsFile(file: File): Promise<SettingsFile | undefined> {
  if (file.size > MOST_BYTES) return undefined
  try {
    const parsed: unknown = JSON.parse(await file.text())
    const isOne = typeof parsed === 'object' && parsed !== null && 'format' in parsed && parsed.format === SETTINGS_FILE
    // The server judges the rest of it.
    return isOne ? (parsed as unknown as SettingsFile) : undefined
  } catch {
    return undefined
  }
}

function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : t('resource.theServerCouldNotBeReached')
}
