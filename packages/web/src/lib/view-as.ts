/** Viewing as another user belongs to one tab: others of the same browser go on as oneself. */
const KEY = 'packhouse-view-as'

/** What of a call is the viewer's own, whoever they view as: settings, the end of the view, and signing out. */
const OWN: ReadonlySet<string> = new Set(['/v1/me/settings', '/v1/me/view-as', '/v1/auth/logout'])

/** Whether a call is never made as somebody else. @param path as declared */
export function isOwnCall(path: string): boolean {
  return OWN.has(path)
}

/** The id of the view of this tab; null while it shows the product as oneself. */
export function currentView(): string | null {
  return globalThis.sessionStorage?.getItem(KEY) ?? null
}

/** Begins a view: the page is loaded anew, so that nothing of what one saw as oneself is left. */
export function enterView(id: string): void {
  sessionStorage.setItem(KEY, id)
  location.assign('/')
}

/** Goes on as oneself. @param address where */
export function leaveView(address: string): void {
  forgetView()
  location.assign(address)
}

export function forgetView(): void {
  sessionStorage.removeItem(KEY)
}
