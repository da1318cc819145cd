const storageKey = 'cmms-demo-mode'

/** Whether requests are answered in the browser with sample data. */
export function isDemoMode(storage: Pick<Storage, 'getItem'> = localStorage): boolean {
  return storage.getItem(storageKey) === 'true'
}

export function setDemoMode(on: boolean, storage: Pick<Storage, 'setItem'> = localStorage): void {
  storage.setItem(storageKey, String(on))
}

/** What an address asks for: `true` and `1` switch the demo on, anything else off; undefined where nothing is asked. */
export function demoParameter(search: string): boolean | undefined {
  const value = new URLSearchParams(search).get('demo')
  return value === null ? undefined : value === 'true' || value === '1'
}

/** A query without its demo parameter, the rest as it was. */
export function withoutDemoParameter(search: string): string {
  const rest = search
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '' && !new URLSearchParams(part).has('demo'))
  return rest.length > 0 ? `?${rest.join('&')}` : ''
}
