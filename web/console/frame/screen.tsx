import type { Child } from 'hono/jsx/dom'
import { useLayoutEffect } from 'hono/jsx/dom'
import { Icon } from '../parts/icon.tsx'
import { frameWords } from '../words/en/frame.ts'

export interface Crumb {
  words: string
  href?: string
}

/** A screen with its breadcrumb and its buttons (`acts`), at most one of which is filled. */
export const Screen = ({
  crumbs,
  title,
  acts,
  children,
  look = 'room',
}: {
  crumbs: readonly Crumb[]
  /** Parts of `document.title`, from specific to general. */
  title: string
  acts?: Child
  children?: Child
  look?: string
}) => {
  const words = frameWords()
  const documentTitle = words.documentTitle(title)
  useLayoutEffect(() => {
    document.title = documentTitle
  }, [documentTitle])
  const back = crumbs.at(-2)?.href
  return (
    <>
      <header class="top">
        {back !== undefined && (
          <a class="back" href={back} aria-label={words.backTo(crumbs.at(-2)?.words ?? '')}>
            <Icon name="back" />
          </a>
        )}
        <nav class="crumbs" aria-label={words.breadcrumb}>
          <ol>
            {crumbs.map(({ words: name, href }, index) => (
              <li key={`${String(index)} ${name}`}>
                {href === undefined ? (
                  <span aria-current="page">
                    <bdi>{name}</bdi>
                  </span>
                ) : (
                  <a href={href}>
                    <bdi>{name}</bdi>
                  </a>
                )}
              </li>
            ))}
          </ol>
        </nav>
        <div class="acts">{acts}</div>
      </header>
      <main id="main" class={look} tabindex={-1}>
        {children}
      </main>
    </>
  )
}

export const Head = ({ title, lead, children }: { title: Child; lead?: Child; children?: Child }) => (
  <header class="head">
    <div>
      <h1 tabindex={-1}>{title}</h1>
      {lead && <p class="lead">{lead}</p>}
    </div>
    {children && <div class="row">{children}</div>}
  </header>
)
