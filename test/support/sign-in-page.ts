import type { Page } from 'playwright-core';

/** Signs a person in by the forms that a browser is led to from the console. */
export async function signInAt(
  page: Page,
  person: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.fill('#identifierInput', person.email);
  await page.click('.allow');
  await page.fill('#password', person.password);
  await page.click('.allow');
  const whileOpen = (error: unknown) => {
    if (!page.isClosed()) throw error; // a tab that has done its work closes itself
  };
  const back = page.waitForURL(/\/console/).catch(whileOpen);
  const consent = page.getByRole('button', { name: 'Accept' });
  await Promise.race([back, consent.waitFor().catch(whileOpen)]); // asked for once only
  if (await consent.isVisible().catch(() => false)) await consent.click();
  await back;
}
