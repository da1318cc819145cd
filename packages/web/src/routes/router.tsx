import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { PendingScreen } from '../features/shell/pending-screen.tsx'
import { RouteError, StandaloneError } from '../features/shell/route-error.tsx'
import { publicSettingsQuery } from '../lib/public-settings.ts'
import { queryClient } from '../lib/query-client.ts'
import { isStaff } from '../lib/section.ts'
import { loadSession } from '../lib/session.ts'
import { obeyDemoParameter } from './demo-switch.ts'
import { redirectFromLogin, redirectFromScreen } from './guard.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { sectionRoutes } from './section-routes.tsx'
import { finishWayBack, signOnAnswer } from './sign-on-way-back.ts'

const NotFoundScreen = lazyRouteComponent(() => import('./not-found-screen.tsx'), 'NotFoundScreen')

const root = createRootRoute({
  component: Outlet,
  beforeLoad: ({ location }) => obeyDemoParameter(location),
  errorComponent: StandaloneError,
  notFoundComponent: NotFoundScreen,
})

const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  validateSearch: ({ intended }): { intended?: string } => (typeof intended === 'string' ? { intended } : {}),
  beforeLoad: async ({ location, search: { intended } }) => {
    // A server that is away is no reason to keep anybody from the form.
    const session = await loadSession().catch(() => null)
    const href = redirectFromLogin({ ...location, intended }, session)
    if (href !== null) throw redirect({ href, replace: true })
  },
  loader: () => queryClient.ensureQueryData(publicSettingsQuery),
  component: lazyRouteComponent(() => import('./login-screen.tsx'), 'LoginScreen'),
  errorComponent: StandaloneError,
})

/** The secret of a link in a mail. */
const linkSearch = ({ token }: Record<string, unknown>): { token?: string } =>
  typeof token === 'string' ? { token } : {}

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: 'forgot-password',
  loader: () => queryClient.ensureQueryData(publicSettingsQuery),
  component: lazyRouteComponent(() => import('./forgot-password-screen.tsx'), 'ForgotPasswordScreen'),
  errorComponent: StandaloneError,
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: 'reset-password',
  validateSearch: linkSearch,
  loader: () => queryClient.ensureQueryData(publicSettingsQuery),
  component: lazyRouteComponent(() => import('./reset-password-screen.tsx'), 'ResetPasswordScreen'),
  errorComponent: StandaloneError,
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: 'invitation',
  validateSearch: linkSearch,
  loaderDeps: ({ search: { token = '' } }) => ({ token }),
  loader: async ({ deps: { token } }) => {
    const { loadInvitation } = await import('../lib/invitation.ts')
    const [settings, found] = await Promise.all([
      queryClient.ensureQueryData(publicSettingsQuery),
      loadInvitation(token),
    ])
    return { settings, invitation: found }
  },
  component: lazyRouteComponent(() => import('./invitation-screen.tsx'), 'InvitationScreen'),
  errorComponent: StandaloneError,
})

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: 'unsubscribe',
  validateSearch: linkSearch,
  loaderDeps: ({ search: { token = '' } }) => ({ token }),
  loader: async ({ deps: { token } }) => {
    const { loadSubscription } = await import('../lib/subscription.ts')
    const [settings, subscription] = await Promise.all([
      queryClient.ensureQueryData(publicSettingsQuery),
      loadSubscription(token),
    ])
    return { settings, subscription }
  },
  component: lazyRouteComponent(() => import('./unsubscribe-screen.tsx'), 'UnsubscribeScreen'),
  errorComponent: StandaloneError,
})

/** The quote of a customer, for whoever has its link. */
const quote = createRoute({
  getParentRoute: () => root,
  path: 'quote/$token',
  component: lazyRouteComponent(() => import('./quote-screen.tsx'), 'QuoteScreen'),
  errorComponent: StandaloneError,
})

const twoFactor = createRoute({
  getParentRoute: () => root,
  path: 'auth/twofactor',
  validateSearch: (search: Record<string, unknown>): { pending_token?: string; intended?: string } => ({
    ...(typeof search.pending_token === 'string' && { pending_token: search.pending_token }),
    ...(typeof search.intended === 'string' && { intended: search.intended }),
  }),
  loader: () => queryClient.ensureQueryData(publicSettingsQuery),
  component: lazyRouteComponent(() => import('./two-factor-screen.tsx'), 'TwoFactorScreen'),
  errorComponent: StandaloneError,
})

const cmmsCallback = createRoute({
  getParentRoute: () => root,
  path: 'cmms/callback',
  validateSearch: signOnAnswer,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => finishWayBack(deps),
  component: lazyRouteComponent(() => import('./callback-screen.tsx'), 'CmmsCallbackScreen'),
  errorComponent: StandaloneError,
})

const oktaCallback = createRoute({
  getParentRoute: () => root,
  path: 'okta/callback',
  validateSearch: signOnAnswer,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => finishWayBack(deps),
  component: lazyRouteComponent(() => import('./callback-screen.tsx'), 'OktaCallbackScreen'),
  errorComponent: StandaloneError,
})

/** Where a visitor from the label of a machine is led. Its code comes only for such addresses: the first script is for everybody. */
async function pageOfLabel(location: { pathname: string; search: object }): Promise<string | undefined> {
  if (!location.pathname.startsWith('/machines/')) return undefined
  const { publicPageOf } = await import('./public-page.ts')
  return await publicPageOf(location)
}

/** Every route below it needs a signed-in user with `customer.access` and is shown in the shared layout. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const session = await loadSession()
    const page = session === null ? await pageOfLabel(location) : undefined
    if (page !== undefined) throw redirect({ href: page, replace: true, reloadDocument: true })
    const href = redirectFromScreen(location, session)
    if (href !== null) throw redirect({ href, replace: true })
  },
  component: lazyRouteComponent(() => import('./app-screen.tsx'), 'AppScreen'),
  errorComponent: StandaloneError,
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  component: lazyRouteComponent(() => import('./home-screen.tsx'), 'HomeScreen'),
})

/** Staff begin with what waits for them. */
const staffHome = createRoute({
  getParentRoute: () => signedIn,
  path: 'home',
  beforeLoad: async () => {
    const session = await loadSession()
    if (session !== null && !isStaff(session)) throw redirect({ to: '/', replace: true })
  },
  component: lazyRouteComponent(() => import('./staff-home-screen.tsx'), 'StaffHomeScreen'),
})

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: 'settings',
  component: lazyRouteComponent(() => import('./settings-screen.tsx'), 'SettingsScreen'),
})

const outbox = createRoute({
  getParentRoute: () => signedIn,
  path: 'not-sent',
  component: lazyRouteComponent(() => import('./outbox-screen.tsx'), 'OutboxScreen'),
})

const machine = createRoute({
  getParentRoute: () => signedIn,
  path: 'machines/$id',
  component: lazyRouteComponent(() => import('./machine-screen.tsx'), 'MachineScreen'),
})

/** What the QR code on an ordered machine opens. */
const claim = createRoute({
  getParentRoute: () => signedIn,
  path: 'claim/$token',
  component: lazyRouteComponent(() => import('./claim-screen.tsx'), 'ClaimScreen'),
})

const denied = createRoute({
  getParentRoute: () => root,
  path: 'denied',
  loader: () => loadSession(),
  component: lazyRouteComponent(() => import('./denied-screen.tsx'), 'DeniedScreen'),
  errorComponent: StandaloneError,
})

const notFound = createRoute({
  getParentRoute: () => root,
  path: '$',
  component: NotFoundScreen,
})

/** Those of the sections follow from the features; by their types the router knows the others alone. */
const signedInRoutes = withSections([home, staffHome, settings, outbox, machine, claim])

function withSections<Routes extends readonly unknown[]>(routes: Routes): Routes {
  return [...routes, ...sectionRoutes(() => signedIn)] as unknown as Routes
}

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    forgotPassword,
    resetPassword,
    invitation,
    unsubscribe,
    quote,
    twoFactor,
    cmmsCallback,
    oktaCallback,
    signedIn.addChildren(signedInRoutes),
    denied,
    notFound,
  ]),
  parseSearch,
  stringifySearch,
  defaultErrorComponent: RouteError,
  defaultPendingComponent: PendingScreen,
  defaultPendingMs: 400,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
