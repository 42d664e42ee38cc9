/** Styles of the outbox: a list of emails and a calendar, for phones and wide screens. */
export const MAILBOX_STYLE = `
  :root { --chip: #eaf1fb; --mark-ink: #fff; --hour: 2.6rem }
  @media (prefers-color-scheme: dark) { :root { --chip: #22303f; --mark-ink: #0b1420 } }
  body { grid-template-columns: minmax(0, 1fr); place-items: start center; padding: clamp(1rem, 4vw, 3rem) 1rem }
  main { width: min(64rem, 100%); background: none; border: 0; padding: 0 }
  a { color: var(--mark); text-underline-offset: .15em }
  h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere }
  .mails { list-style: none; margin: 0; padding: 0; background: var(--card); border: 1px solid var(--line); border-radius: 14px; overflow: hidden }
  .mails li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .15rem 1.5rem; padding: .85rem 1.25rem; border-top: 1px solid var(--line) }
  .mails li:first-child { border-top: 0 }
  .mails a { text-decoration: none }
  .mails a:hover { text-decoration: underline }
  .mails strong { font-weight: 600; overflow-wrap: anywhere }
  .mails .to, .mails time { color: var(--soft); font-size: .9rem; overflow-wrap: anywhere }
  .mails time { text-align: end; white-space: nowrap }
  .mails .files { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: .4rem; margin-top: .35rem; font-size: .85rem }
  .mails .files a { border: 1px solid var(--line); border-radius: 99px; padding: .15rem .7rem; color: var(--soft); max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  .mails .files a.entry { background: var(--chip); border-color: transparent; color: var(--mark); font-weight: 600 }
  .back { display: flex; justify-content: space-between; gap: 1rem; margin: 0 0 1rem }
  .mails + .back { margin: 1rem 0 0 }
  .note { margin: 0 0 1rem; padding: .75rem 1.25rem; border-radius: 10px; background: var(--chip); color: var(--ink); font-weight: 600 }
  .invite { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 22rem); background: var(--card); border: 1px solid var(--line); border-radius: 14px; overflow: hidden }
  .invite > section { padding: 1.75rem }
  .invite header { display: flex; gap: 1.1rem; align-items: flex-start }
  .invite header p { margin: .2rem 0 0 }
  .leaf { flex: none; width: 4.2rem; border: 1px solid var(--line); border-radius: 10px; overflow: hidden; text-align: center; line-height: 1.2; padding-bottom: .35rem }
  .leaf span { display: block; background: var(--mark); color: var(--mark-ink); font-size: .8rem; font-weight: 600; padding: .2rem }
  .leaf b { display: block; font-size: 1.7rem; padding-top: .2rem }
  .leaf small, .entry small { display: block }
  .leaf small { color: var(--soft) }
  .invite dl { margin: 1.5rem 0; display: grid; gap: 1rem }
  .invite dt { color: var(--soft); font-size: .9rem }
  .invite dd { margin: 0; overflow-wrap: anywhere }
  .asked { margin: 0 0 .6rem; color: var(--ink); font-weight: 600 }
  .answers { display: flex; gap: .5rem; flex-wrap: wrap }
  .answers button { flex: 1; min-width: 5.5rem; min-height: 2.75rem; padding-inline: .4rem; cursor: pointer; font-weight: 600 }
  .answers button[aria-current] { background: var(--mark); border-color: var(--mark); color: var(--mark-ink) }
  .technical { margin: 1.5rem 0 0; font-size: .85rem; overflow-wrap: anywhere }
  .day { border-inline-start: 1px solid var(--line); background: var(--page) }
  .day h2 { margin: 0 0 1rem; font-size: 1rem }
  .hours { position: relative; display: grid; grid-auto-rows: var(--hour) }
  .hours > span { border-top: 1px solid var(--line); color: var(--soft); font-size: .8rem; font-variant-numeric: tabular-nums; padding-top: .15rem }
  .entry { background: var(--mark); color: var(--mark-ink); border-radius: 8px; padding: .35rem .6rem; line-height: 1.3; overflow: hidden }
  .entry b { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden }
  .hours .entry { position: absolute; inset-inline: 3.75rem 0; min-height: 1.6rem }
  .entry.off { background: none; border: 1px dashed var(--soft); color: var(--soft); text-decoration: line-through }
  @media (max-width: 48rem) {
    .invite { grid-template-columns: minmax(0, 1fr) }
    .invite > section { padding: 1.25rem }
    .day { border-inline-start: 0; border-top: 1px solid var(--line) }
    .mails li { grid-template-columns: minmax(0, 1fr) }
    .mails time { text-align: start }
  }
`
