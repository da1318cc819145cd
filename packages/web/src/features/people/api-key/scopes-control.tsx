import { t } from '@packhouse/messages'
import type { OwnControlProps } from '../../../resource/form/own-control.ts'
import { textsOf } from '../../../resource/form-values.ts'
import { declared } from '../../../resource/registry.ts'
import { usePermission } from '../../../resource/use-permission.ts'
import { choiceWord } from '../../../resource/view.ts'
import { Badge } from '../../../ui/badge.tsx'
import { apiKeyScopeView } from '../api-key-scope-view.tsx'
import { GrantChoices } from '../grant-choices.tsx'

/** The scopes of a key that is being made. */
export function ScopesControl({ value, onChange, attributes, inputRef, label }: OwnControlProps) {
  const mayGive = usePermission(declared('apiKey').calls.create)
  const chosen = textsOf(value)
  const toggle = (name: string) =>
    onChange(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name])
  return (
    // biome-ignore lint/a11y/useSemanticElements: the frame of the form has the label of the group
    <div {...attributes} ref={inputRef} role="group" aria-label={label} tabIndex={-1}>
      <GrantChoices
        resource="apiKeyScope"
        by="name"
        chosen={chosen}
        onToggle={toggle}
        mayGive={mayGive}
        empty={t('people.thereAreNoScopesYet')}
        beside={({ risk }) => {
          const badge = apiKeyScopeView.badges?.[String(risk)]
          return (
            badge && (
              <Badge tone={badge.tone} icon={badge.icon}>
                {choiceWord(apiKeyScopeView, String(risk))}
              </Badge>
            )
          )
        }}
      />
    </div>
  )
}
