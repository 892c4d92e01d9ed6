import { type Static, Type } from 'typebox';
import { arrayOf, boolean, line, nullable, oneOf, optional, uuid } from '../../kernel/schema/shapes.ts';

const strict = { additionalProperties: false };
const texts = arrayOf(line());

/** The set-up file: what an installation begins with. Every list may be left out. */
export const setupShape = Type.Object(
  {
    organizations: optional(arrayOf(Type.Object({ id: uuid(), name: line({ min: 1, max: 255 }) }, strict))),
    users: optional(
      arrayOf(
        Type.Object(
          {
            id: optional(uuid()),
            email: line({ min: 3, max: 254 }),
            password: optional(Type.String({ minLength: 1 })),
            givenName: line({ min: 1, max: 100 }),
            surname: line({ min: 1, max: 100 }),
            organization: optional(nullable(uuid())),
            roles: optional(texts),
            groups: optional(texts),
          },
          strict,
        ),
      ),
    ),
    applications: optional(
      arrayOf(
        Type.Object(
          {
            clientId: line({ min: 1, max: 200 }),
            clientSecret: optional(Type.String({ minLength: 1 })),
            type: oneOf(['Native', 'SPA', 'Web', 'Service']),
            displayName: line({ min: 1, max: 100 }),
            organization: optional(nullable(uuid())),
            redirectUris: optional(texts),
            postLogoutRedirectUris: optional(texts),
            scopes: optional(texts),
            trusted: optional(boolean()),
            tier: optional(oneOf(['Community', 'Standard', 'Premium', 'Custom'])),
            mode: optional(oneOf(['Production', 'Test'])),
            roles: optional(texts),
          },
          strict,
        ),
      ),
    ),
    twins: optional(
      arrayOf(
        Type.Object(
          {
            id: uuid(),
            class: oneOf(['Thing', 'Endeavor']),
            subClass: oneOf(['Portfolio', 'Asset', 'Program', 'Project', 'WorkPackage']),
            displayName: line({ min: 1, max: 255 }),
            number: optional(line({ min: 1, max: 255 })),
            /** E-mail of a user: the twin is made in that user's account. */
            owner: line({ min: 3, max: 254 }),
          },
          strict,
        ),
      ),
    ),
    members: optional(
      arrayOf(
        Type.Object(
          {
            twin: uuid(),
            email: line({ min: 3, max: 254 }),
            /** Display names of roles of the twin or of its Account. */
            roles: arrayOf(line({ min: 1 }), { minItems: 1 }),
          },
          strict,
        ),
      ),
    ),
    brands: optional(
      arrayOf(
        Type.Object(
          {
            id: uuid(),
            displayName: line({ min: 1, max: 250 }),
            description: optional(line({ max: 250 })),
            /** Everybody sees the components that it has published. */
            organization: uuid(),
            isPartnership: optional(boolean()),
          },
          strict,
        ),
      ),
    ),
  },
  strict,
);

export type Setup = Static<typeof setupShape>;
export type SetupTwin = NonNullable<Setup['twins']>[number];
export type SetupMember = NonNullable<Setup['members']>[number];
export type SetupBrand = NonNullable<Setup['brands']>[number];
