import { lineIcon, pointingIcon, solidIcon } from './icon.tsx'

export const ChevronDownIcon = /* @__PURE__ */ lineIcon('m6 9 6 6 6-6')
export const ChevronRightIcon = /* @__PURE__ */ pointingIcon('m9 6 6 6-6 6')
export const CrossIcon = /* @__PURE__ */ lineIcon('m6 6 12 12M18 6 6 18')
export const EyeIcon = /* @__PURE__ */ lineIcon(
  'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
)
export const EyeOffIcon = /* @__PURE__ */ lineIcon(
  'M9.5 5.9A9.6 9.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16 16 0 0 1-2.6 3.3M6 7.6A16 16 0 0 0 2.5 12S6 18.5 12 18.5' +
    'a9.5 9.5 0 0 0 4.3-1M9.8 9.9a3 3 0 0 0 4.2 4.2M3.5 3.5l17 17',
)
export const ExternalIcon = /* @__PURE__ */ pointingIcon('M14 4h6v6M20 4l-9 9M18 14v5.5H4.5V6H10')
export const InfoIcon = /* @__PURE__ */ lineIcon('M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 11v5.5M12 7.5v.2')
export const WarningIcon = /* @__PURE__ */ lineIcon('M12 4 21.5 20h-19zM12 10v4.5M12 17v.2')
export const AlertIcon = /* @__PURE__ */ lineIcon('M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0M12 7.5V13M12 16.3v.2')
export const SearchIcon = /* @__PURE__ */ lineIcon('M4 10.5a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M15.5 15.5l5 5')
export const SunIcon = /* @__PURE__ */ lineIcon(
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 2.5v2.5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3 7 7M17 17l1.7 1.7' +
    'M5.3 18.7 7 17M17 7l1.7-1.7',
)
export const MoonIcon = /* @__PURE__ */ lineIcon('M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z')
export const MenuIcon = /* @__PURE__ */ lineIcon('M4 7h16M4 12h16M4 17h16')
export const RetryIcon = /* @__PURE__ */ lineIcon('M20 5v5h-5M19.5 9.8A8.3 8.3 0 1 0 20.2 13')
export const WrenchIcon = /* @__PURE__ */ lineIcon(
  'M20 7.5a5 5 0 0 1-6.8 5.2L6.5 19.5a2 2 0 0 1-2.8-2.8l6.9-6.9A5 5 0 0 1 16.5 4l-3 3 .5 3 3 .5z',
)
export const KeyIcon = /* @__PURE__ */ lineIcon(
  'M3.5 15.5a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M11.2 12.3 20 3.5M16 7.5l3 3M13.5 10l2 2',
)
export const LogoutIcon = /* @__PURE__ */ pointingIcon('M14 4H5v16h9M10 12h11M17 8l4 4-4 4')
export const SettingsIcon = /* @__PURE__ */ lineIcon(
  'M4 7h9M17 7h3M4 17h3M11 17h9M12.8 7a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0M6.8 17a2.2 2.2 0 1 0 4.4 0' +
    'a2.2 2.2 0 1 0-4.4 0',
)
export const RingIcon = /* @__PURE__ */ lineIcon('M4.5 12a7.5 7.5 0 1 0 15 0a7.5 7.5 0 1 0-15 0', 5.4)

/** Machine states: never colour alone, each has a shape of its own. */
export const RunningIcon = /* @__PURE__ */ solidIcon('M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20zM9.5 7.3 17 12l-7.5 4.7z')
export const OfflineIcon = /* @__PURE__ */ solidIcon(
  'M4.5 2.5h15a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2z' +
    'M12 10.16 8.92 7.08 7.08 8.92 10.16 12 7.08 15.08 8.92 16.92 12 13.84 15.08 16.92 16.92 15.08 13.84 12' +
    ' 16.92 8.92 15.08 7.08z',
)
export const OnOrderIcon = /* @__PURE__ */ lineIcon('M4 8l8-4.5L20 8v8.5l-8 4-8-4zM4 8l8 4 8-4M12 12v8.5')
export const IdleIcon = /* @__PURE__ */ solidIcon(
  'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20zM8.3 8h2.4v8H8.3zM13.3 8h2.4v8h-2.4z',
)
export const StoppedIcon = /* @__PURE__ */ solidIcon('M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20zM8.2 8.2h7.6v7.6H8.2z')
