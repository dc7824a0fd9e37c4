/** Whose turn it is, also for those who look at another tab: page title and icon. */

const link = (): HTMLLinkElement | null => document.querySelector('link[rel="icon"]');
const PLAIN = "/favicon.svg";
const CALLS = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="15" fill="#17494a"/><rect x="15" y="9" width="32" height="45" rx="5" fill="#fbf7ee"/><circle cx="46" cy="46" r="17" fill="#ffc95c" stroke="#17494a" stroke-width="4"/></svg>',
)}`;

export function showTurn(title: string, calls: boolean): void {
  document.title = title;
  const icon = link();
  const wanted = calls ? CALLS : PLAIN;
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}
