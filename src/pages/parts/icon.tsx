const PATHS = {
  globe: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M3 12h18M12 3c5 5 5 13 0 18c-5-5-5-13 0-18',
  pin: 'M12 21c5-5 7-8 7-11a7 7 0 1 0-14 0c0 3 2 6 7 11M12 7.5a2.5 2.5 0 1 0 0 5a2.5 2.5 0 1 0 0-5',
  calendar: 'M5 5h14a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2M3 10h18M8 2.5v5M16 2.5v5',
  search: 'M11 4a7 7 0 1 0 0 14a7 7 0 1 0 0-14M16 16l5 5',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  print: 'M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z',
  arrow: 'M7 17L17 7M9 7h8v8',
  back: 'M15 5l-7 7l7 7',
  next: 'M9 5l7 7l-7 7',
} as const

/** Hidden from screen readers, because the text next to it says the same. */
export const Icon = ({ name, turns = false }: { name: keyof typeof PATHS; turns?: boolean }) => (
  <svg class={turns ? 'icon turns' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
)
