import {
  accentContrast,
  BAR_TEXT,
  COLOUR,
  contrastOf,
  contrastWords,
  type SettingKey,
  TEXT_CONTRAST,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { Button } from '../../../ui/button.tsx'
import { fieldAttributes, type SettingControlProps, textOf } from './control-parts.ts'

/** Shown by the browser's own choice where there is no colour yet. */
const NO_COLOUR = '#808080'

/** A colour by its number or from the browser's own choice, with its contrast in words. */
export function ColourControl(props: SettingControlProps) {
  const { state, row, onType } = props
  const text = textOf(props)
  const isColour = COLOUR.test(text)
  return (
    <>
      <span className="flex min-w-0 items-center gap-1.5">
        <input
          type="color"
          aria-label={t('installation.chooseAColour')}
          value={isColour ? text.toLowerCase() : NO_COLOUR}
          onChange={(event) => onType(event.target.value)}
          onBlur={props.onLeave}
          className="h-9 w-11 shrink-0 cursor-pointer rounded-control border border-control bg-surface p-1 max-md:h-11"
        />
        <input
          {...fieldAttributes(props)}
          value={text}
          placeholder="#14203a"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onType(event.target.value)}
        />
        {text !== '' && (
          <Button variant="quiet" size="dense" onClick={() => onType('')}>
            {t('installation.clear')}
          </Button>
        )}
      </span>
      {isColour && row.fault === undefined && (
        <p role="status" className="text-12 text-text-2">
          {contrastSentence(state.key, text)}
        </p>
      )}
    </>
  )
}

function contrastSentence(key: SettingKey, colour: string): string {
  if (key === 'product.barColour') {
    const ratio = contrastWords(contrastOf(BAR_TEXT, colour))
    return t('installation.contrastOfText', { ratio, needed: TEXT_CONTRAST })
  }
  const { ratio, needed } = accentContrast(colour, key === 'product.accentDark' ? 'dark' : 'light')
  return t('installation.contrastOfMarks', { ratio: contrastWords(ratio), needed })
}
