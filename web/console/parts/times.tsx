import { fromNow, fullTimeOf } from './words.ts'

/** Shows a time such as "2 minutes ago", with the full time as a tooltip. */
export const FromNow = ({ at }: { at: string }) => (
  <time datetime={at} title={fullTimeOf(at)}>
    {fromNow(at)}
  </time>
)

export const FullTime = ({ at }: { at: string }) => <time datetime={at}>{fullTimeOf(at)}</time>
