import { api, type ProviderCheck } from '@packhouse/contract'
import { useMutation } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { missingWords, usePermission } from '../../../resource/use-permission.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { AlertIcon } from '../../../ui/icons.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'

/** Tries the provider out as it is stored, and tells of each check what was found and what to do. */
export function ProviderTest({ id }: { id: string }) {
  const access = usePermission(api.testProvider)
  const test = useMutation({ mutationFn: () => callApi(api.testProvider, { params: { id } }) })
  return (
    <section aria-labelledby="provider-test" className="grid justify-items-start gap-2">
      <h3 id="provider-test" className="text-13 font-semibold">
        Does it work?
      </h3>
      <Button
        busy={test.isPending}
        disabled={!access.allowed}
        title={access.allowed ? undefined : missingWords(access)}
        onClick={() => test.mutate()}
      >
        Test
      </Button>
      {test.error && <Alert tone="bad">{test.error.message}</Alert>}
      <ul aria-live="polite" aria-label="What the test has found" className="grid gap-2.5">
        {test.data?.map((check) => (
          <CheckRow key={check.name} {...check} />
        ))}
      </ul>
    </section>
  )
}

function CheckRow({ name, ok, words }: ProviderCheck) {
  return (
    <li className="grid gap-1 text-13">
      <span className="flex items-center gap-2 font-[550]">
        {name}
        <Badge tone={ok ? 'ok' : 'bad'} icon={ok ? CheckIcon : AlertIcon}>
          {ok ? 'In order' : 'To be mended'}
        </Badge>
      </span>
      <span className="wrap-anywhere text-text-2">{words}</span>
    </li>
  )
}
