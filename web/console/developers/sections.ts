import { deliveriesSection } from './deliveries.ts'
import { embedSection } from './embed.ts'
import { exportsSection } from './exports.ts'
import { feedSection } from './feed.ts'
import { keysSection } from './keys.ts'
import { referenceSection } from './reference.ts'
import { roleCovers, type Section } from './scene.ts'
import type { Role } from './wire.ts'
import { webhooksSection } from './webhooks.ts'

const SECTIONS: readonly Section[] = [
  keysSection,
  webhooksSection,
  deliveriesSection,
  feedSection,
  embedSection,
  exportsSection,
  referenceSection,
]

export const sectionsFor = (role: Role) => SECTIONS.filter((section) => roleCovers(role, section.role))

/** The one that the address names, or the first that there is. */
export const sectionFor = (sections: readonly Section[], id: string | null): Section =>
  sections.find((section) => section.id === id) ?? sections[0] ?? referenceSection
