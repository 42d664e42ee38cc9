export const DEFAULT_LIMIT = 50
export const MAXIMUM_LIMIT = 100

export interface PageRequest {
  page: number
  limit: number
}

export interface Page<Item> extends PageRequest {
  items: Item[]
  total: number
}

export const offsetOf = ({ page, limit }: PageRequest) => (page - 1) * limit
export const totalPagesOf = ({ total, limit }: { total: number; limit: number }) => Math.ceil(total / limit)
export const pageOfItems = <Item>({ page, limit }: PageRequest, items: Item[], total: number): Page<Item> => ({
  items,
  page,
  limit,
  total,
})
