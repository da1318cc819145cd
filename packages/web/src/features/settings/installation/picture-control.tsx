import { MAX_SETTING_PICTURE_BYTES } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ChooseFiles } from '../../../ui/choose-files.tsx'
import { type SettingControlProps, textOf } from './control-parts.ts'
import { labelOf } from './setting-words.ts'

/** A picture: how it looks on the top bar, another one, or none. */
export function PictureControl(props: SettingControlProps) {
  const { id, state, onType, onLeave } = props
  const [isTooLarge, setTooLarge] = useState(false)
  const picture = textOf(props)
  const label = labelOf(state.key)
  const choose = async (file: File) => {
    setTooLarge(file.size > MAX_SETTING_PICTURE_BYTES)
    if (file.size > MAX_SETTING_PICTURE_BYTES) return
    onType(await dataAddressOf(file))
    onLeave()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need its label as a legend inside
    <div role="group" aria-labelledby={`${id}-label`} className="grid justify-items-start gap-2">
      {picture !== '' && (
        <span className="rounded-control bg-bar px-3 py-2">
          <img src={picture} alt={label} className="h-7 max-w-40" />
        </span>
      )}
      <span className="flex flex-wrap gap-2">
        <ChooseFiles
          dense
          label={picture === '' ? t('installation.chooseAPicture') : t('installation.chooseAnotherPicture')}
          what={label}
          accept="image/png,image/jpeg,image/webp"
          onChoose={([file]) => file && void choose(file)}
        />
        {picture !== '' && (
          <Button variant="quiet" size="dense" onClick={() => onType('')}>
            {t('installation.remove')}
          </Button>
        )}
      </span>
      {isTooLarge && (
        <p role="alert" className="text-12 text-bad">
          {t('installation.pictureTooLarge', { kibibytes: MAX_SETTING_PICTURE_BYTES / 1024 })}
        </p>
      )}
    </div>
  )
}

function dataAddressOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
