// A menu closes as menus do: by Escape, which leads back to what opened it, and by a click elsewhere.

export function closeMenus() {
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector('summary').focus();
    }
  });
  document.addEventListener('click', ({ target }) => {
    for (const menu of openMenus()) menu.open = menu.contains(target);
  });
}

const openMenus = () => document.querySelectorAll('details.menu[open]');
