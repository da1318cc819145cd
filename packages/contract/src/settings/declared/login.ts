import { setting } from '../setting.ts'

const group = 'login' as const
const reach = 'signingIn' as const

/** The login screen. */
export const loginSettings = {
  'login.options': setting.choices({
    ...{ group, reach, fallback: ['basic'], variable: 'LOGIN_OPTIONS' },
    label: 'Ways to sign in',
    help: 'In this order. One without a provider is not shown',
    options: { basic: 'Email and password', okta: 'Okta', cmms: 'CMMS', 'core-cmms': 'Core CMMS' },
  }),
  'login.title': setting.text({
    ...{ group, reach, fallback: 'Login', variable: 'LOGIN_TITLE' },
    label: 'Heading',
  }),
  'login.banner': setting.optionalText({
    ...{ group, reach, fallback: null, variable: 'LOGIN_BANNER' },
    label: 'Banner',
    help: 'A line above the form, such as planned maintenance. Empty hides it',
  }),
  'login.icon': setting.optionalLink({
    ...{ group, reach, fallback: null, variable: 'LOGIN_ICON' },
    label: 'Icon',
    help: 'Address of a picture. Empty: the mark',
  }),
  'login.background': setting.optionalLink({
    ...{ group, reach, fallback: null, variable: 'LOGIN_BACKGROUND' },
    label: 'Background picture',
    help: 'Address of a picture. Empty: the drawn scene',
  }),
  'login.textBasic': setting.text({
    ...{ group, reach, fallback: 'Login', variable: 'LOGIN_TEXT_BASIC' },
    label: 'Button of email and password',
  }),
  'login.textOkta': setting.text({
    ...{ group, reach, fallback: 'Login with Okta', variable: 'LOGIN_TEXT_OKTA' },
    label: 'Button of Okta',
  }),
  'login.textCmms': setting.text({
    ...{ group, reach, fallback: 'Login with CMMS', variable: 'LOGIN_TEXT_CMMS' },
    label: 'Button of the CMMS',
  }),
  'login.textCoreCmms': setting.text({
    ...{ group, reach, fallback: 'Login', variable: 'LOGIN_TEXT_CORE_CMMS' },
    label: 'Button of the Core CMMS',
  }),
}

/** Signing in itself. */
export const signInSettings = {
  'signIn.idleHours': setting.number({
    ...{ group: 'signIn', reach: 'signingIn', fallback: 12, min: 1, max: 168, unit: 'hours' },
    label: 'Signed out after',
    help: 'Without any use. At the latest after 7 days in any case',
  }),
  'signIn.attempts': setting.number({
    ...{ group: 'signIn', reach: 'signingIn', fallback: 10, min: 3, max: 20 },
    label: 'Wrong passwords before a pause',
    help: 'For each account and each known device, within 15 minutes',
  }),
}
